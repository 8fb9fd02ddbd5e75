/**
 * `POST /link/join`: registers a gateway machine as a node (spec/nodes#joining). Not part of the
 * public API: neither customers nor their programs use it.
 */

/** The secret from the join line and the machine's Ed25519 public key (32 bytes, base64url). */
export interface JoinQuestion {
  secret: string;
  publicKey: string;
}
/** The node's identity. */
export interface JoinAnswer {
  id: string;
  name: string;
}
export type JoinRefusal = keyof typeof joinRefusals;

/** Error messages for the operator of the machine. */
export const joinRefusals = {
  joinUnknown: "join line is unknown",
  joinUsed: "join line was used",
  joinExpired: "join line has expired",
  nodeRetired: "node is retired",
  badKey: "the public key is not an Ed25519 key",
} as const;

/** WebSocket close codes of the link that gateways handle. */
export const closeCodes = {
  /** The node is unknown or retired, its key was replaced or its proof is wrong, as the reason says. */
  refused: 4401,
  /** A newer process of the same worker has connected. */
  superseded: 4409,
  /** The gateway speaks no version that the hub supports; the reason names one that it does. */
  tooOld: 4426,
} as const;
/** The close reason for a retired node. */
export const retiredReason = "node is retired";
/** The close reason for a connection whose node has joined again with another key. */
export const replacedKeyReason = "node has a new key";
