/** The right to relay a connection, as it is proved once, when the client is authenticated. */
import type { Product } from "@turnpike/contract/data-plane.ts";

/** How a client proved who it is. */
export type Proof =
  | { by: "password"; verifier: string; passwordId?: string | undefined }
  /** An entry of the account's whitelist. */
  | { by: "entry"; whitelistId: string }
  /** Its address, which is on the holder's own whitelist, or on the account's if it has none. */
  | { by: "address"; address: string };

/** A right as proved when the client was authenticated. */
export interface Grant {
  holderId: string;
  accountId: string;
  product: Product;
  /** The pool that serves it, of a sub-account whose pool is not the first. */
  pool?: string | undefined;
  /** The only exit the connection may use; null if it may choose one. */
  exitId: string | null;
  proof: Proof;
  /** The whitelisted port that the client connected to; null at any other listener. */
  whitelistedPortId: string | null;
  /** When the opened IP or whitelisted port expires, which cannot be extended; null for others. */
  endsAt: number | null;
}

/** The owner of a connection's sticky sessions and dead exits: whitelisted port or holder. */
export function sessionOwnerOf({ holderId, whitelistedPortId }: Grant): string {
  return whitelistedPortId ?? holderId;
}
