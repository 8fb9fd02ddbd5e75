/** What an order earns who invited its buyer, and what refunds deduct of it. */
import { decideProfit, profitDue } from "@turnpike/rules/affiliate-profit.ts";
import { sameMailbox } from "@turnpike/rules/same-mailbox.ts";
import { lockInviter } from "../../identity/account/invited.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { creditProfit, debitProfit } from "./book.ts";
import { earnerOf, insertProfit, lockProfit, setAdjusted } from "./store/profits.ts";

/** An order that is paid, as far as its profit depends on it. */
export interface EarningOrder {
  id: string;
  orderNo: string;
  /** The buyer. */
  accountId: string;
  amountCents: number;
  method: "wallet" | "card" | "crypto" | "coupon";
  renewal: boolean;
}

/**
 * Books the profit of an order that is paid now; nothing where nobody invited the buyer. An inviter
 * who is disabled earns on, one whose account is closed does not.
 */
export async function earnProfit(services: Services, tx: Tx, order: EarningOrder): Promise<void> {
  if (order.amountCents <= 0) return;
  const inviter = await lockInviter(tx, order.accountId);
  if (!inviter) return;
  const now = services.world.now();
  const ownOrder =
    inviter.accountId === order.accountId || sameMailbox(inviter.addresses, inviter.buyerAddresses);
  const profit = decideProfit({ ...order, paidAt: now, ownOrder });
  if (!profit) return;
  const { cents, freezeEndsAt, percent } = profit;
  await insertProfit(tx, {
    id: services.world.id(),
    accountId: inviter.accountId,
    orderId: order.id,
    buyerId: order.accountId,
    orderNo: order.orderNo,
    orderCents: order.amountCents,
    percent,
    earnedCents: cents,
    paidAt: new Date(now),
    freezeEndsAt: freezeEndsAt === null ? null : new Date(freezeEndsAt),
  });
  const key = `profit:${order.id}`;
  const heading = { key, kind: "profit", ref: order.orderNo, at: now } as const;
  await creditProfit(tx, inviter.accountId, { heading, cents, frozen: freezeEndsAt !== null });
}

/**
 * Brings the profit of an order to what is due when so much of it has been given back in all; a
 * refund that came to nothing brings it up again. Nothing where the order earned nothing, or where
 * the inviter's account is closed: what was left of it was forfeited.
 */
export async function adjustProfit(
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
  // What is given back does not count as unpaid besides.
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
