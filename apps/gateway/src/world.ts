/** Time, randomness, ids and names come in from outside, so that a test can move the clock. */
import { randomFillSync } from "node:crypto";
import { lookup } from "node:dns/promises";
import { networkInterfaces } from "node:os";

export interface GatewayWorld {
  /** Milliseconds since 1970 by the product's clock. */
  now: () => number;
  /** Moves the product's clock to `offsetMs` ahead of the machine's. */
  setOffset: (offsetMs: number) => void;
  /** A number from 0 up to 1, not for secrets. */
  random: () => number;
  /** A fresh opaque id of letters and digits. */
  id: () => string;
  /** Every address of a name, in the system's order; rejects when there is none. */
  lookup: (host: string) => Promise<string[]>;
  /** This machine's own addresses; throws when the system does not tell them now. */
  addresses: () => string[];
}

/** The machine's clock plus an offset, the system's resolver. */
export function realWorld(): GatewayWorld {
  let offset = 0;
  return {
    now: () => Date.now() + offset,
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
    random: Math.random,
    id: freshIds(),
    lookup: async (host) =>
      (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address),
    addresses: () =>
      Object.values(networkInterfaces()).flatMap((each) =>
        (each ?? []).map(({ address }) => address),
      ),
  };
}

const idBytes = 12;

/** Random bytes are fetched for many ids at once: each connection has one. */
function freshIds(): () => string {
  const bytes = Buffer.alloc(idBytes * 512);
  let at = bytes.length;
  return () => {
    if (at === bytes.length) {
      randomFillSync(bytes);
      at = 0;
    }
    at += idBytes;
    return bytes.toString("hex", at - idBytes, at);
  };
}
