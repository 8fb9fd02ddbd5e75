/** Who may buy: the state of a customer's identity, and gates of products (spec/identity). */
import { bytesPerGb } from "./bytes.ts";

/** What customers and programs are told. */
export const identityStates = ["none", "pending", "approved", "rejected"] as const;
export type IdentityState = (typeof identityStates)[number];
/** What is stored: `more` waits for further documents of the customer. */
export type IdentityStage = IdentityState | "more";

/** A check that waits for more documents is still open. */
export const shownIdentity = (stage: IdentityStage): IdentityState =>
  stage === "more" ? "pending" : stage;

export const identityDecisions = ["approve", "reject", "more"] as const;
export type IdentityDecision = (typeof identityDecisions)[number];
/** The stage that a decision leads to. */
export const decidedStage = {
  approve: "approved",
  reject: "rejected",
  more: "more",
} as const satisfies Record<IdentityDecision, IdentityStage>;

/** Why somebody was rejected or asked for more; mailed in the customer's language. */
export const identityReasons = [
  "unreadable",
  "expired",
  "incomplete",
  "selfie",
  "address",
  "mismatch",
  "unsuitable",
  "notEligible",
  "other",
] as const;
export type IdentityReason = (typeof identityReasons)[number];

/** Reads a reason as it was typed: one of the list, or `other` with words of the staff. */
export function readIdentityReason(typed: string): { reason: IdentityReason; words: string } {
  const text = typed.trim();
  const known = identityReasons.find((one) => one.toLowerCase() === text.toLowerCase());
  return known ? { reason: known, words: "" } : { reason: "other", words: text };
}

/** How often an account can hand documents in; support can ask for more. */
export const maxIdentityTries = 5;

/** A product that is sold to identified customers alone, or above a volume. */
export interface Gate {
  sku: string;
  /** Traffic of so many days that needs no identity, in GB; null: none. */
  overGb: number | null;
  /** The time it was set, in milliseconds since 1970. */
  since: number;
}

/** The most gates of an installation. */
export const maxGates = 500;
export const maxGateGb = 1_000_000;
/** The days over which bought traffic adds up. */
export const gateDays = 30;
/** Automatic renewals go on for so long after a gate was set, so that holders can act. */
export const gateNoticeMs = 30 * 86_400_000;

/** Whether a gate stops a purchase. */
export function gateStops(
  gate: Gate,
  buying: {
    state: IdentityState;
    /** Bytes that the account got in the last days, and those that it would get. */
    boughtBytes: number;
    addedBytes: number;
    /** An automatic renewal of what the account has. */
    automatic: boolean;
    now: number;
  },
): boolean {
  if (buying.state === "approved") return false;
  if (buying.automatic && buying.now < gate.since + gateNoticeMs) return false;
  if (gate.overGb === null) return true;
  return buying.boughtBytes + buying.addedBytes > gate.overGb * bytesPerGb;
}
