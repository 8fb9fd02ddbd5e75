/** How the product starts a gateway worker's process. */
import type { EngineChoice } from "./open-engine.ts";

/**
 * A small young generation: connections' garbage is not worth 48 MB of memory. It is collected by
 * the worker's own thread: for 2 MB, helpers cost more than they save, and others need the cores
 * (2 to 5 % of the processor time of a short tunnel's relay, measured with either engine). A tunnel
 * of Node's sockets is twice as much garbage, so it gets twice the room (ADR 60).
 */
export function gatewayFlags(engine: EngineChoice): string[] {
  const isPortable = engine === "portable" || process.platform !== "linux";
  return [`--max-semi-space-size=${isPortable ? 4 : 2}`, "--no-parallel-scavenge"];
}
