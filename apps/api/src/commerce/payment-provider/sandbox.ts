/** The sandbox: a payment provider in which no money moves (spec/lab#payments). */
import type { Environment } from "@turnpike/contract/environment.ts";
import { divideHalfUp } from "@turnpike/rules/money.ts";
import type { PaymentUpdate } from "@turnpike/rules/payment.ts";
import type { PaymentProvider } from "./provider.ts";
import { sandboxCards } from "./sandbox-cards.ts";

export const SANDBOX = "sandbox";
export const outcomes = ["paid", "failed", "late", "partial", "over"] as const;
export type Outcome = (typeof outcomes)[number];

export function sandbox(env: Environment): PaymentProvider {
  if (!env.lab) throw new Error("the sandbox refuses to start with NODE_ENV=production");
  return {
    name: SANDBOX,
    payUrl: (paymentId) => `${env.publicUrl}/lab/pay/${paymentId}`,
    pages: null,
    webhook: null,
    cards: sandboxCards(env),
    refund: async ({ refundId }) => ({ ref: refundId, claimUrl: null }),
  };
}

/** The update for each outcome: `partial` pays half, `over` twice, `late` as much as `paid`. */
export function updateOf(outcome: Outcome, amountCents: number): PaymentUpdate {
  switch (outcome) {
    case "failed":
      return { what: "failed" };
    case "partial":
      return { what: "received", receivedCents: Number(divideHalfUp(BigInt(amountCents), 2n)) };
    case "over":
      return { what: "received", receivedCents: 2 * amountCents };
    case "paid":
    case "late":
      return { what: "received", receivedCents: amountCents };
  }
}
