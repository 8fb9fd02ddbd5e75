/** Time, randomness, ids and name lookups are injected, so that tests can move the clock. */
import { randomFillSync } from "node:crypto";
import { networkInterfaces } from "node:os";
import {
  type Asker,
  type LookupCounts,
  Resolver,
  type ResolverOptions,
} from "@turnpike/net/resolver.ts";
import type { MaybePromise } from "./maybe-promise.ts";

export interface GatewayWorld {
  /** Milliseconds since 1970 by the product's clock. */
  now: () => number;
  /** Moves the product's clock to `offsetMs` ahead of the machine's. */
  setOffset: (offsetMs: number) => void;
  /** A number from 0 up to 1, not for secrets. */
  random: () => number;
  /** A fresh opaque id of letters and digits. */
  id: () => string;
  /**
   * Returns all addresses of a name, IPv4 first, synchronously if cached; rejects if there is none.
   * Without an asker the lookup counts for the installation.
   */
  lookup: (host: string, asker?: Asker) => MaybePromise<string[]>;
  /** What was looked up since the start. */
  lookups: () => LookupCounts;
  /** This machine's own addresses; throws if the system cannot list them now. */
  addresses: () => string[];
}

/**
 * Uses the machine's clock plus an offset, and the configured name servers.
 * @throws if a name server is not an address
 */
export function realWorld(resolving: ResolverOptions = {}): GatewayWorld {
  let offset = 0;
  const names = new Resolver(resolving);
  return {
    now: () => Date.now() + offset,
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
    random: Math.random,
    id: freshIds(),
    lookup: (host, asker) => names.lookup(host, asker),
    lookups: () => names.counts,
    addresses: () =>
      Object.values(networkInterfaces()).flatMap((each) =>
        (each ?? []).map(({ address }) => address),
      ),
  };
}

const idBytes = 12;

/** Fetches random bytes for many ids at once, since each connection needs an id. */
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
