/** Time, randomness, ids and name resolution, injected so that the lab can move the clock. */
import { randomBytes, randomUUID } from "node:crypto";
import { type Asker, Resolver } from "@turnpike/net/resolver.ts";

export interface World {
  /** Milliseconds since 1970, by the product's clock. */
  now(): number;
  /** Sets the product's clock to `offsetMs` ahead of the machine's. */
  setOffset(offsetMs: number): void;
  offsetMs(): number;
  /** A new opaque id. */
  id(): string;
  /** Cryptographically random bytes. */
  random(bytes: number): Buffer;
  /**
   * Resolves a name to all its addresses, IPv4 first; rejects if there are none. Without an asker
   * the lookup is counted as the installation's own.
   */
  lookup(host: string, asker?: Asker): string[] | Promise<string[]>;
}

/**
 * The real world: the machine's clock plus an offset, and names resolved by `resolvers` or the
 * system's.
 * @throws Error if one of `resolvers` is not an address
 */
export function realWorld(resolvers: readonly string[] = []): World {
  let offset = 0;
  const names = new Resolver({ servers: resolvers });
  return {
    now: () => Date.now() + offset,
    setOffset: (offsetMs) => {
      offset = offsetMs;
    },
    offsetMs: () => offset,
    id: () => randomUUID(),
    random: randomBytes,
    lookup: (host, asker) => names.lookup(host, asker),
  };
}
