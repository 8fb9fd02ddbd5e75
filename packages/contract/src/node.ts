/**
 * `POST /link/join`: how a gateway machine becomes a node (spec/nodes#joining). No call of the API:
 * neither customers nor their programs use it.
 */

/** The secret of the join line, and the machine's Ed25519 key (32 bytes, base64url). */
export interface JoinQuestion {
  secret: string;
  publicKey: string;
}
/** Who it is from now on. */
export interface JoinAnswer {
  id: string;
  name: string;
}
export type JoinRefusal = keyof typeof joinRefusals;

/** What the machine's operator reads. */
export const joinRefusals = {
  joinUnknown: "join line is unknown",
  joinUsed: "join line was used",
  joinExpired: "join line has expired",
  nodeRetired: "node is retired",
  badKey: "the public key is not an Ed25519 key",
} as const;

/** Closes of the link that a gateway judges by their number. */
export const closeCodes = {
  /** Unknown or retired, or its proof is wrong; the reason says which. */
  refused: 4401,
  /** A newer run of the same worker is connected. */
  superseded: 4409,
  /** It speaks no version that the hub knows; the reason names one that is. */
  tooOld: 4426,
} as const;
/** The reason of a close of a retired node. */
export const retiredReason = "node is retired";
