/** The profit that an order earns its buyer's inviter, and what refunds deduct from it. */
import { decideProfit, profitDue } from "@turnpike/rules/affiliate-profit.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import { sameMailbox } from "@turnpike/rules/same-mailbox.ts";
import { lockInviter } from "../../identity/account/invited.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isReversible } from "../payment-method/registry.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";
import { creditProfit, debitProfit } from "./book.ts";
import { earnerOf, insertProfit, lockProfit, setAdjusted } from "./store/profits.ts";

/** The fields of a paid order that its profit depends on. */
export interface EarningOrder {
  id: string;
  orderNo: string;
  /** The buyer. */
  accountId: string;
  /** Profit counts from what the order is worth without its tax. */
  netCents: number;
  method: OrderMethod;
  renewal: boolean;
}

/**
 * Books the profit of an order that was just paid; does nothing if nobody invited the buyer. A
 * disabled inviter still earns; one whose account is closed does not.
 */
export async function earnProfit(services: Services, tx: Tx, order: EarningOrder): Promise<void> {
  const { netCents: amountCents } = order;
  if (amountCents <= 0) return;
  const inviter = await lockInviter(tx, order.accountId);
  if (!inviter) return;
  const now = services.world.now();
  const ownOrder =
    inviter.accountId === order.accountId || sameMailbox(inviter.addresses, inviter.buyerAddresses);
  const profit = decideProfit(
    { ...order, amountCents, reversible: isReversible(order.method), paidAt: now, ownOrder },
    ratesOf(services),
  );
  if (!profit) return;
  const { cents, freezeEndsAt, percent } = profit;
  await insertProfit(tx, {
    id: services.world.id(),
    accountId: inviter.accountId,
    orderId: order.id,
    buyerId: order.accountId,
    orderNo: order.orderNo,
    orderCents: amountCents,
    percent,
    renewal: order.renewal,
    earnedCents: cents,
    paidAt: new Date(now),
    freezeEndsAt: freezeEndsAt === null ? null : new Date(freezeEndsAt),
  });
  const key = `profit:${order.id}`;
  const heading = { key, kind: "profit", ref: order.orderNo, at: now } as const;
  await creditProfit(tx, inviter.accountId, { heading, cents, frozen: freezeEndsAt !== null });
}

/**
 * Adjusts an order's profit to what is due now that `refundedCents` (net) have been refunded in total;
 * undoing a refund raises it again. Does nothing if the order earned nothing, or if the inviter's
 * account is closed: the rest of the profit was forfeited.
 */
export async function adjustProfitForRefund(
  services: Services,
  tx: Tx,
  { orderId, refundedCents }: { orderId: string; refundedCents: number },
): Promise<void> {
  const earner = await earnerOf(tx, orderId);
  const account = earner && (await lockAccount(tx, earner));
  if (!account || account.closed) return;
  const profit = await lockProfit(tx, orderId);
  if (profit.refundedCents === refundedCents) return;
  const { id, accountId, orderCents, percent, earnedCents, frozen } = profit;
  // Refunded money does not also count as unpaid.
  const reversedCents = Math.min(profit.reversedCents, orderCents - refundedCents);
  const dueCents = profitDue({ orderCents, refundedCents: refundedCents + reversedCents, percent });
  const change = dueCents - (earnedCents - profit.deductedCents);
  const adjustments = profit.adjustments + 1;
  const deductedCents = earnedCents - dueCents;
  await setAdjusted(tx, { id, refundedCents, reversedCents, deductedCents, adjustments });
  const heading = {
    key: `profitAdjusted:${orderId}:${adjustments}`,
    kind: change < 0 ? "profitDeducted" : "profitRestored",
    ref: profit.orderNo,
    at: services.world.now(),
  } as const;
  if (change < 0) await debitProfit(tx, accountId, { heading, cents: -change, frozen });
  else await creditProfit(tx, accountId, { heading, cents: change, frozen });
}
