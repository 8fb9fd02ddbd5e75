/** How the product starts a gateway worker's process. */

/** A small young generation: connections' garbage is not worth 48 MB of memory. */
export const gatewayFlags: string[] = ["--max-semi-space-size=2"];
