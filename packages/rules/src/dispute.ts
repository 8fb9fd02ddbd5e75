/** Disputes of card payments (spec/money#disputes). */
import type { Cents } from "./money.ts";

/**
 * An inquiry asks for evidence and takes nothing; it may become a dispute. A dispute takes its money
 * when it is opened, and brings it back when it is won.
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

/** A dispute as its provider reports it. */
export interface ReportedDispute {
  /** The provider's own name of it. */
  ref: string;
  state: DisputeState;
  /** What it is about; null: the whole payment. */
  cents: Cents | null;
  /** What the provider has withdrawn of it now; null: as the state says. */
  withdrawnCents: Cents | null;
  /** Such as `fraudulent`, in the provider's word. */
  reason: string;
  /** Until when evidence is taken, in ms. */
  dueAt: number | null;
}

const order: Record<DisputeState, number> = {
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
 * Whether a report is older than what is known: reports come in any order. A dispute that is closed
 * stays closed, unless it is appealed; that closes it again.
 */
export function isStale(known: DisputeState | null, reported: DisputeState): boolean {
  if (known === null) return false;
  if (known === "appealed" && order[reported] === order.won) return false;
  return order[reported] < order[known];
}

const withdrawing: readonly DisputeState[] = ["open", "underReview", "lost", "appealed"];

/** What a dispute has taken of its payment now: 0 for nothing, null for all that is left. */
export function takenByDispute(dispute: ReportedDispute): Cents | null {
  const { state, cents, withdrawnCents } = dispute;
  if (state === "won" || state === "inquiry" || state === "inquiryClosed") return 0;
  if (withdrawnCents !== null) return withdrawnCents;
  return withdrawing.includes(state) ? cents : 0;
}
