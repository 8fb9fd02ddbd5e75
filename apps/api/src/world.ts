/** Time, randomness and ids come in from outside, so that a test (and the lab) can move the clock. */
import { randomBytes, randomUUID } from "node:crypto";
import { resolver } from "./resolve.ts";

export interface World {
  /** Milliseconds since 1970 by the product's clock. */
  now(): number;
  /** Moves the product's clock to `offsetMs` ahead of the machine's. */
  setOffset(offsetMs: number): void;
  offsetMs(): number;
  /** A fresh opaque id. */
  id(): string;
  /** Cryptographically random bytes. */
  random(bytes: number): Buffer;
  /** Every address of a name, IPv4 first; rejects when there is none. */
  lookup(host: string): Promise<string[]>;
}

/** The real world: the machine's clock plus an offset. */
export function realWorld(): World {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
    offsetMs: () => offset,
    id: () => randomUUID(),
    random: randomBytes,
    lookup: resolver(),
  };
}
