/**
 * What keyed hashes are for. Each purpose has a key of its own, so that a hash which one call stores
 * or shows says nothing about another (ADR 23).
 *
 * `before` is what releases with one key for all purposes put in front of the text. Only purposes
 * whose stored hashes outlive the upgrade have it; `Seal.lookups` then returns that form too.
 */
export const lookupPurposes = {
  /** An account's access key. The old form is accepted until the key is changed. */
  accessKey: { before: "" },
  /** A key that no account has, in the list of failed tries. */
  unknownKey: {},
  /** An entry of the audit log. The old form is accepted up to the log's boundary. */
  auditEntry: { before: "audit " },
  /** The end of the audit log. The old form is accepted until the boundary is written. */
  auditEnd: { before: "audit end " },
  /** The last entry of the audit log that was hashed in the old form. */
  auditBoundary: {},
  /** A CDKey. The old form is accepted until it is redeemed. */
  cdkey: { before: "cdkey " },
  /** A mailed code. The old form is accepted for the ten minutes that a code is valid. */
  mailCode: { before: "mail code " },
  /** A recovery code of a customer or a staff member. Accepted until new codes are made. */
  recoveryCode: { before: "recovery " },
  /** The nonce of a sign-in with a provider. Never stored; ten minutes old at most. */
  nonce: {},
  /** A used sign-in with a provider. The old form is refused as well. */
  usedStart: { before: "start " },
  /** The network an account signed up from. The old form is replaced when the network is seen. */
  signUpNetwork: { before: "network " },
  /** The network that somebody agreed to a legal document from. */
  consentNetwork: {},
  /** What signs the challenges of one purpose and network. Never stored; ten minutes old at most. */
  captcha: {},
  /** What a trial was given for: an account, a mailbox, a card, an identity. */
  trial: {},
  /** The secret of a node's relay. Never stored; nodes receive it when they connect. */
  relay: {},
  /** The proof in a token that rotates a static IP. Never stored; a new password makes another one. */
  rotateToken: {},
  /** The key of an upstream's session ids. Never stored; gateways receive it. */
  upstreamSession: {},
} as const satisfies Record<string, { before?: string }>;

export type LookupPurpose = keyof typeof lookupPurposes;
/** The purposes with an old form. */
export type MovedPurpose = {
  [P in LookupPurpose]: (typeof lookupPurposes)[P] extends { before: string } ? P : never;
}[LookupPurpose];

/** What keys are derived for, other than keyed hashes. */
export type KeyPurpose = "trace signature" | "proxy password id" | "identity document";
