/** Time, randomness, ids and name resolution are injected, so that tests and the lab can move the clock. */
import { randomBytes, randomUUID } from "node:crypto";
import { type Asker, Resolver } from "@turnpike/net/resolver.ts";

export interface World {
  /** Milliseconds since 1970 by the product's clock. */
  now(): number;
  /** Moves the product's clock to `offsetMs` ahead of the machine's. */
  setOffset(offsetMs: number): void;
  offsetMs(): number;
  /** A new opaque id. */
  id(): string;
  /** Cryptographically random bytes. */
  random(bytes: number): Buffer;
  /**
   * Resolves a name to all its addresses, IPv4 first; rejects when there is none. Without an asker
   * the lookup counts as the installation's own.
   */
  lookup(host: string, asker?: Asker): string[] | Promise<string[]>;
}

/**
 * The real world: the machine's clock plus an offset, names by `resolvers` or the system's.
 * @throws where one of them is no address
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
