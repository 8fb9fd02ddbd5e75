/** Credits a payment's money: to an order, to the wallet, or to the operator's `unclaimed`. */
import { bonusTiers } from "@turnpike/rules/recharge-bonus.ts";
import { isPromiseOver, rechargeCredit } from "@turnpike/rules/payment.ts";
import { walletTax } from "@turnpike/rules/tax/amounts.ts";
import type { Tx } from "../../platform/db/database.ts";
import { post } from "../../ledger/post.ts";
import { issueRecharge } from "../invoice-record/issue.ts";
import { failOrder, fulfilOrder } from "../order/fulfil.ts";
import { operatorLines } from "../order/grant.ts";
import { findOrder } from "../order/store.ts";
import type { Services } from "../../platform/services.ts";
import { runningPromotions } from "../promotion/running.ts";
import { type Payment, setCredited } from "../payment/store/payments.ts";
import { creditWallet } from "../payment/wallet.ts";
import { claimBonus, promoTier, renewPromise } from "./promo-bonus.ts";

/**
 * Credits `cents` that have just arrived. `payment.creditedCents` already includes them; its other
 * fields are those from before.
 */
export async function creditPayment(
  services: Services,
  tx: Tx,
  { payment, cents, closed }: { payment: Payment; cents: number; closed: boolean },
): Promise<void> {
  const before = payment.creditedCents - cents;
  const tail = before === 0 ? "" : `:${payment.creditedCents}`;
  const arrival = { payment, cents, tail, at: services.world.now() };
  if (closed) {
    await postUnclaimed(tx, arrival);
    const unclaimedCents = payment.unclaimedCents + cents;
    return setCredited(tx, payment.id, { ...payment, unclaimedCents });
  }
  if (payment.orderId) await creditOrder(services, tx, { ...arrival, orderId: payment.orderId });
  else await creditRecharge(services, tx, arrival);
}

interface Arrival {
  payment: Payment;
  cents: number;
  tail: string;
  at: number;
}

async function creditRecharge(services: Services, tx: Tx, arrival: Arrival) {
  const { payment, cents, tail, at } = arrival;
  const isLate = tail === "" && isPromiseOver(payment.createdAt, at);
  const claim = isLate ? renewPromise : claimBonus;
  const { coupon, promisedBonusCents } = await claim(services, tx, payment);
  const running = await runningPromotions(tx, "en", services.world.now());
  const tiers = bonusTiers(coupon ? [...running, promoTier(coupon)] : running);
  const { amountCents, creditedCents } = payment;
  const taxCents = furtherTax(payment, creditedCents - payment.unclaimedCents);
  const onTopCents = payment.taxOnTop ? payment.creditedTaxCents + taxCents : 0;
  const walletCents = creditedCents - onTopCents;
  const recharge = { amountCents, promisedBonusCents, creditedCents, walletCents };
  const due = rechargeCredit(recharge, tiers);
  const bonusCents = Math.max(0, due.bonusCents - payment.creditedBonusCents);
  const credit = { kind: "recharge", cents, bonusCents, taxCents, tail, at } as const;
  await creditWallet(services, tx, payment, credit);
  const creditedBonusCents = payment.creditedBonusCents + bonusCents;
  const creditedTaxCents = payment.creditedTaxCents + taxCents;
  const { surplusCents } = due;
  const credited = { creditedBonusCents, creditedTaxCents, surplusCents };
  await setCredited(tx, payment.id, { ...payment, ...credited });
  await issueRecharge(services, tx, { payment, cents, taxCents, at });
}

/** The tax of what goes to the wallet now, if `walletCents` have gone there then. */
function furtherTax(payment: Payment, walletCents: number): number {
  const { amountCents, taxCents, taxPercent: ratePercent, orderId } = payment;
  const named = orderId === null ? { amountCents, taxCents } : { amountCents: 0, taxCents: 0 };
  const all = walletTax({ ...named, ratePercent }, walletCents);
  return Math.max(0, all - payment.creditedTaxCents);
}

/**
 * Credits money for an order. The price fulfils it and any surplus goes to the wallet. With less
 * than the price, or if the order can no longer be fulfilled, everything goes to the wallet as a
 * recharge without bonus, and the order fails.
 */
async function creditOrder(
  services: Services,
  tx: Tx,
  { payment, cents, tail, at, orderId }: Arrival & { orderId: string },
): Promise<void> {
  const { amountCents } = payment;
  const first = payment.creditedCents === cents;
  const whole = first && cents >= amountCents;
  const fulfils = whole && (await fulfilOrder(services, tx, orderId));
  if (first && !fulfils) await failOrder(tx, orderId);
  const order = await findOrder(tx, orderId);
  const surplus = order?.status !== "failed";
  const toWallet = fulfils ? cents - amountCents : cents;
  if (toWallet === 0) return;
  const kind = surplus ? "surplus" : "recharge";
  const price = surplus ? amountCents : 0;
  const walletCents = payment.creditedCents - payment.unclaimedCents - price;
  const taxCents = furtherTax(payment, walletCents);
  const credit = { kind, cents: toWallet, bonusCents: 0, taxCents, tail, at } as const;
  await creditWallet(services, tx, payment, credit);
  const creditedTaxCents = payment.creditedTaxCents + taxCents;
  const surplusCents = payment.surplusCents + (surplus ? toWallet : 0);
  await setCredited(tx, payment.id, { ...payment, creditedTaxCents, surplusCents });
  await issueRecharge(services, tx, { payment, cents: toWallet, taxCents, at });
}

/**
 * Money that arrives after its account was closed buys nothing and belongs to no balance: it is
 * kept in the operator's `unclaimed`, and `payments unclaimed` lists it, until it is refunded
 * (refund/book.ts).
 */
async function postUnclaimed(
  tx: Tx,
  { payment: { id: ref }, cents, tail, at }: Arrival,
): Promise<void> {
  const lines = operatorLines(cents, { from: "payments", to: "unclaimed" });
  const key = `unclaimed:${ref}${tail}`;
  await post(tx, { key, kind: "unclaimed", ref, at, lines });
}
