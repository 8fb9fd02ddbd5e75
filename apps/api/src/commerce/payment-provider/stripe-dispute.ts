/** Stripe's disputes in our words. */
import type { DisputeState, ReportedDispute } from "@turnpike/rules/dispute.ts";
import type { Stripe } from "stripe";

const states: Record<string, DisputeState> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiryClosed",
  needs_response: "open",
  under_review: "underReview",
  won: "won",
  lost: "lost",
  prevented: "prevented",
  appeal_needs_response: "appealed",
  appeal_under_review: "appealed",
};

/** Null where Stripe has a status that we do not know. */
export function reportedDispute(dispute: Stripe.Dispute): ReportedDispute | null {
  const { id: ref, amount, currency, reason, evidence_details: evidence } = dispute;
  const state = states[dispute.status];
  if (!state) return null;
  const cents = currency === "usd" ? amount : null;
  const dueSeconds = evidence?.due_by ?? null;
  const dueAt = dueSeconds === null ? null : dueSeconds * 1_000;
  return { ref, state, cents, withdrawnCents: withdrawnCents(dispute, cents), reason, dueAt };
}

/**
 * What Stripe has withdrawn and not reinstated: a dispute of a payment that was refunded in part
 * returns a part of it while it is open. Null where no movement is listed yet, or where the whole of
 * it was withdrawn in another currency.
 */
function withdrawnCents({ balance_transactions: moves }: Stripe.Dispute, cents: number | null) {
  if (!Array.isArray(moves) || moves.length === 0) return null;
  const withdrawn = -moves.reduce((sum, { amount }) => sum + amount, 0);
  if (withdrawn <= 0) return 0;
  return cents !== null && moves.every(({ currency }) => currency === "usd") ? withdrawn : cents;
}
