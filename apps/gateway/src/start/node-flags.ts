/** How the product starts a gateway worker's process. */

/**
 * A small young generation: connections' garbage is not worth 48 MB of memory. It is collected by
 * the worker's own thread: for 2 MB, helpers cost more than they save, and others need the cores
 * (2 to 5 % of the processor time of a short tunnel's relay, measured with either engine).
 */
export const gatewayFlags: string[] = ["--max-semi-space-size=2", "--no-parallel-scavenge"];
