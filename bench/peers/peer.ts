/** What every proxy under test does for the bench: start as told, then answer for itself. */
import { answerParent } from "../process.ts";

export const user = "bench1";
export const password = "bench12";

export interface PeerOptions {
  originPort: number;
  /** The addresses to go out from; one alone in the test of a single exit address. */
  exits: string[];
}
export interface Listening {
  port: number;
  /** Which engine moves the bytes, of a proxy that has several. */
  engine?: string;
}

/** Starts the proxy when the bench says so, with what the bench says. */
export function servePeer(start: (options: PeerOptions) => Promise<Listening>): void {
  answerParent({ start });
}
