/** Disputes of card payments (spec/money#disputes). */
import type { Cents } from "./money.ts";

/**
 * An inquiry asks for evidence and withdraws nothing; it may become a dispute. A dispute withdraws
 * its money when it is opened, and returns it when it is won.
 */
export const disputeStates = [
  "inquiry",
  "inquiryClosed",
  "open",
  "underReview",
  "won",
  "lost",
  "prevented",
  "appealed",
] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A dispute as reported by the payment provider. */
export interface ReportedDispute {
  /** The provider's id. */
  ref: string;
  state: DisputeState;
  /** The disputed amount; null: the whole payment. */
  cents: Cents | null;
  /** The amount that the provider has withdrawn so far; null: as the state implies. */
  withdrawnCents: Cents | null;
  /** The provider's reason code, such as `fraudulent`. */
  reason: string;
  /** Deadline for evidence, in ms. */
  dueAt: number | null;
}

const stateRank: Record<DisputeState, number> = {
  inquiry: 0,
  inquiryClosed: 1,
  open: 2,
  underReview: 3,
  won: 4,
  lost: 4,
  prevented: 4,
  appealed: 5,
};

/**
 * Returns whether a report is older than the known state: reports arrive in any order. A closed
 * dispute stays closed unless it is appealed, which can close it again.
 */
export function isStale(known: DisputeState | null, reported: DisputeState): boolean {
  if (known === null) return false;
  if (known === "appealed" && stateRank[reported] === stateRank.won) return false;
  return stateRank[reported] < stateRank[known];
}

const withholdingStates: readonly DisputeState[] = ["open", "underReview", "lost", "appealed"];

/** Returns what a dispute currently withholds of its payment: 0 for nothing, null for the rest. */
export function withheldByDispute(dispute: ReportedDispute): Cents | null {
  const { state, cents, withdrawnCents } = dispute;
  if (state === "won" || state === "inquiry" || state === "inquiryClosed") return 0;
  if (withdrawnCents !== null) return withdrawnCents;
  return withholdingStates.includes(state) ? cents : 0;
}
