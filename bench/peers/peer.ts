/** What every proxy under test does for the benchmark: start on request, then answer its calls. */
import { answerParent } from "../process.ts";

export const user = "bench1";
export const password = "bench12";

export interface PeerOptions {
  originPort: number;
  /** Local addresses for outgoing connections; only one in the test of a single exit address. */
  exits: string[];
  /** Where another proxy listens that serves as the only exit; null or absent: none. */
  farPort?: number | null;
}
export interface Listening {
  port: number;
  /** The engine that relays the bytes, for a proxy that has several. */
  engine?: string;
}

/** Starts the proxy when the benchmark asks for it, with the options it sends. */
export function servePeer(start: (options: PeerOptions) => Promise<Listening>): void {
  answerParent({ start });
}
