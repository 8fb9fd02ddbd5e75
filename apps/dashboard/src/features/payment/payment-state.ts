/** What a payment's status means to the customer who waits for it. */
import type { CallResult } from "../../lib/call.ts";

export type Payment = CallResult<"payment">;
/** `part`: more is expected. `short`: paid in the end, but too little for the order. */
export type PaymentState =
  | "waiting"
  | "part"
  | "paid"
  | "short"
  | "failed"
  | "expired"
  | "refunded";

export function stateOf(payment: Payment): PaymentState {
  const { status, receivedCents, order } = payment;
  if (status === "pending") return receivedCents > 0 ? "part" : "waiting";
  if (status === "paid" && order?.status === "failed") return "short";
  return status;
}

/** In cents: what is still missing, the surplus, and the part that counts as paid. */
export function paymentAmounts({ amountCents, receivedCents }: Payment) {
  return {
    missingCents: Math.max(0, amountCents - receivedCents),
    surplusCents: Math.max(0, receivedCents - amountCents),
    paidCents: Math.min(amountCents, receivedCents),
  };
}

const PENDING_POLL_MS = 2_000;
const LATE_POLL_MS = 10_000;

/** When to poll again: money may still arrive for a page that failed or expired. */
export function paymentPollMs(payment: Payment | undefined): number | false {
  if (!payment || payment.status === "pending") return PENDING_POLL_MS;
  return payment.status === "failed" || payment.status === "expired" ? LATE_POLL_MS : false;
}
