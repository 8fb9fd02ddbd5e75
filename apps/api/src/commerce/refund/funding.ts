/**
 * Takes back the profit of wallet orders whose recharge was reversed, and returns it if the
 * reversal is undone (spec/affiliate#reversed-recharges).
 */
import { fundOrders, type OrderFunding, type WalletEvent } from "@turnpike/rules/order-funding.ts";
import { taxedAmounts } from "../order/store/amounts.ts";
import { shareOf } from "@turnpike/rules/money.ts";
import { historyOf, type HistoryLine } from "../../ledger/history.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { reverseProfits } from "../affiliate/reverse.ts";
import { findBookedRefunds, type Refund } from "./store/refunds.ts";

/**
 * Adjusts the profit of an account's wallet orders to what their recharges are still worth, after
 * the refund `cause` was booked or undone. Computed from the wallet's whole ledger, so that it
 * never depends on an earlier computation.
 */
export async function adjustAffiliateProfits(
  services: Services,
  tx: Tx,
  { accountId, cause }: { accountId: string; cause: string },
): Promise<void> {
  await reverseProfits(services, tx, {
    buyerId: accountId,
    cause,
    findUnpaidCents: () => unpaidByOrder(tx, accountId),
  });
}

/** How much of each wallet order's price counts as unpaid, by order id. */
async function unpaidByOrder(tx: Tx, accountId: string): Promise<Map<string, number>> {
  const refunds = await findBookedRefunds(tx, accountId);
  if (!refunds.some(isWalletReversal)) return new Map();
  const { unpaid } = await fundingOf(tx, accountId, refunds);
  return withoutTax(unpaid, await taxedAmounts(tx, [...unpaid.keys()]));
}

/** What counts as unpaid of each order without its tax, from which profit counts. */
function withoutTax(
  unpaid: Map<string, number>,
  taxedOrders: Map<string, { netCents: number; amountCents: number }>,
): Map<string, number> {
  return new Map(
    [...unpaid].map(([id, cents]) => {
      const order = taxedOrders.get(id);
      if (!order) return [id, cents];
      return [id, shareOf(order.netCents, { part: cents, whole: order.amountCents })];
    }),
  );
}

/** Replays an account's wallet from its ledger. */
export async function fundingOf(
  tx: Tx,
  accountId: string,
  booked: Refund[],
): Promise<OrderFunding> {
  const refunds = new Map(booked.map((refund) => [refund.id, refund]));
  const reversals = booked.filter(isWalletReversal);
  const reversalKeys = reversals.flatMap(({ id }) =>
    ["refund", "orderRefund", "refundUndone"].map((kind) => `${kind}:${id}`),
  );
  const history = await historyOf(tx, { owner: accountId, asset: "wallet", also: reversalKeys });
  return fundOrders(history.map((line) => eventOf(line, refunds)));
}

/**
 * Whether it took anything from the wallet: a refund of an order's payment only takes the surplus
 * and what is owed for goods.
 */
function isWalletReversal({ paymentId, orderId, surplusCents, goodsOwedCents }: Refund): boolean {
  return paymentId !== null && (orderId === null || surplusCents + goodsOwedCents > 0);
}

/** Translates an entry, by its key, into an event of the wallet. */
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
