/** How the product starts a gateway worker's process. */
import type { EngineChoice } from "./open-engine.ts";

/**
 * The native engine has a small young generation, since a larger one saves it nothing. A tunnel of
 * Node's sockets is twice as much garbage: with 16 MB it takes a tenth to a fifth less processor
 * time (ADR 60), and at rest the memory is given back. Garbage is collected by the worker's own
 * thread: for 2 MB, helpers cost more than they save, and others need the cores (2 to 5 % of the
 * processor time of a short tunnel's relay, measured with either engine).
 */
export function gatewayFlags(engine: EngineChoice): string[] {
  const isPortable = engine === "portable" || process.platform !== "linux";
  return [`--max-semi-space-size=${isPortable ? 16 : 2}`, "--no-parallel-scavenge"];
}
