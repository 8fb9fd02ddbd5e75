/**
 * Takes back the profit of wallet orders whose recharge was reversed, and returns it where the
 * reversal came to nothing (spec/affiliate#reversed-recharges).
 */
import { fundOrders, type OrderFunding, type WalletEvent } from "@turnpike/rules/order-funding.ts";
import { historyOf, type HistoryLine } from "../../ledger/history.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { reverseProfits } from "../affiliate/reverse.ts";
import { findBookedOf, type Refund } from "./store/refunds.ts";

/**
 * Brings the profit of an account's wallet orders to what their recharges are still worth; the refund
 * `cause` was just booked or undone. It is worked out from the whole of the wallet's ledger, so that
 * it never depends on what was worked out before.
 */
export async function adjustFunding(
  services: Services,
  tx: Tx,
  { accountId, cause }: { accountId: string; cause: string },
): Promise<void> {
  await reverseProfits(services, tx, {
    buyerId: accountId,
    cause,
    unpaid: () => unpaidOf(tx, accountId),
  });
}

/** What of each wallet order's price counts as unpaid, by the order's id. */
async function unpaidOf(tx: Tx, accountId: string): Promise<Map<string, number>> {
  const refunds = await findBookedOf(tx, accountId);
  if (!refunds.some(ofWallet)) return new Map();
  return (await fundingOf(tx, accountId, refunds)).unpaid;
}

/** Follows an account's wallet through all that its ledger tells. */
export async function fundingOf(
  tx: Tx,
  accountId: string,
  booked: Refund[],
): Promise<OrderFunding> {
  const refunds = new Map(booked.map((refund) => [refund.id, refund]));
  const reversals = booked.filter(ofWallet);
  const also = reversals.flatMap(({ id }) =>
    ["refund", "orderRefund", "refundUndone"].map((kind) => `${kind}:${id}`),
  );
  const history = await historyOf(tx, { owner: accountId, asset: "wallet", also });
  return fundOrders(history.map((line) => eventOf(line, refunds)));
}

/**
 * Whether it took something out of the wallet: of an order's payment the surplus alone, and what is
 * owed for its goods.
 */
function ofWallet({ paymentId, orderId, surplusCents, goodsOwedCents }: Refund): boolean {
  return paymentId !== null && (orderId === null || surplusCents + goodsOwedCents > 0);
}

/** An entry's key says what it did. */
function eventOf({ key, amount }: HistoryLine, refunds: Map<string, Refund>): WalletEvent {
  const [kind = "", id = ""] = key.split(":");
  const refund = refunds.get(id);
  if ((kind === "refund" || kind === "orderRefund") && refund) return refundEvent(refund, amount);
  if (kind === "refundUndone" && refund?.paymentId) return { what: "reversalUndone", refund: id };
  if (kind === "order") return { what: "order", order: id, cents: -amount };
  if (kind === "debt" && amount < 0) return { what: "debtPaid", cents: -amount };
  if (kind === "debtUndone") return { what: "debtReturned", cents: amount };
  if (amount < 0) return { what: "taken", cents: -amount };
  const isPayment = kind === "recharge" || kind === "bonus" || kind === "surplus";
  return { what: "credit", source: isPayment ? id : key, cents: amount };
}

function refundEvent(refund: Refund, amount: number): WalletEvent {
  const { id, paymentId, orderId, debtCents, goodsOwedCents: goodsCents } = refund;
  if (paymentId === null) return { what: "orderRefund", order: orderId ?? "", cents: amount };
  const takenCents = -amount;
  const of = { refund: id, payment: paymentId, goodsCents };
  return { what: "reversal", ...of, takenCents, owedCents: debtCents };
}
