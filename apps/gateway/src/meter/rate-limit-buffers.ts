/** What may lie here of a port's connections, whose bytes wait for their turn at its rate. */
import type { Buffers } from "../engine/engine.ts";
import { receiveBufferOf } from "./rate-limiter.ts";

/** Two of the smallest portions: enough for those that share a port, little for thousands that wait. */
const readBytes = 8_192;

export function buffersOf(mbps: number): Buffers {
  return { kernel: receiveBufferOf(mbps), read: readBytes };
}
