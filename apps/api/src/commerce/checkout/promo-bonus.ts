/** A promo code on a recharge: its percentage is a bonus (spec/money#promo-codes). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { useDiscount } from "@turnpike/rules/coupon.ts";
import { type BonusTier, bonusTiers, rechargeBonus } from "@turnpike/rules/recharge-bonus.ts";
import { type CouponRow, findCoupon, isUsedBy, setUnused } from "../coupon/store.ts";
import { couponRefusal, lockNamedCoupon, useCoupon } from "../coupon/use.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { failOrder } from "../order/fulfil.ts";
import { hasEverPaid } from "../order/store/sales.ts";
import { hasPaidPayment, type Payment, setPromised } from "../payment/store/payments.ts";
import { runningPromotions } from "../promotion/running.ts";

/** A code as one of the tiers of which the best one applies. */
export const promoTier = ({ percent, minCents }: CouponRow): BonusTier => ({
  fromCents: minCents ?? 0,
  percent: percent ?? 0,
});

/**
 * Takes the coupon of a code that raises a recharge's bonus.
 * @throws Refusal promoUnknown, promoOver, promoNotApplicable (also if it raises nothing)
 */
export async function takeBonus(
  services: Services,
  tx: Tx,
  { accountId, ip }: Pick<Caller, "accountId" | "ip">,
  recharge: { promoCode: string; amountCents: number; tiers: BonusTier[] },
): Promise<{ couponId: string; bonusCents: number }> {
  const { amountCents, tiers } = recharge;
  const named = { typed: recharge.promoCode, ip };
  const coupon = await lockNamedCoupon(services, tx, named, {
    accountId,
    sku: null,
    hasPaid: async (db) => (await hasEverPaid(db, accountId)) || hasPaidPayment(db, accountId),
  });
  const verdict = useDiscount(coupon, { listCents: amountCents, now: services.world.now() });
  if (!verdict.ok) throw couponRefusal(verdict.why, named);
  const bonusCents = rechargeBonus(amountCents, [...tiers, promoTier(coupon)]);
  if (bonusCents <= rechargeBonus(amountCents, tiers))
    throw new Refusal("promoNotApplicable", { field: "promoCode" });
  return { couponId: coupon.id, bonusCents };
}

/**
 * The coupon of a recharge whose money arrives. If it expired before and the last use of its code
 * is gone, the promise is the one that was made without the code.
 */
export async function claimBonus(
  services: Services,
  tx: Tx,
  payment: Payment,
): Promise<{ coupon: CouponRow | null; promisedBonusCents: number }> {
  const { id: paymentId, accountId, couponId, bonusCents, createdAt } = payment;
  const promised = { coupon: null, promisedBonusCents: bonusCents };
  if (couponId === null) return promised;
  const coupon = await findCoupon(tx, { accountId, id: couponId, lock: true });
  if (!coupon) throw new Error(`the coupon of the payment ${paymentId} is gone`);
  const now = new Date(services.world.now());
  const has =
    (await isUsedBy(tx, couponId, paymentId)) ||
    (await useCoupon(tx, { id: couponId, accountId, paymentId, now })) === null;
  if (has) return { ...promised, coupon };
  const running = await runningPromotions(tx, "en", createdAt.getTime());
  const promisedBonusCents = rechargeBonus(namedCents(payment), bonusTiers(running));
  await setPromised(tx, paymentId, { bonusCents: promisedBonusCents, couponId: null });
  return { coupon: null, promisedBonusCents };
}

/** What a recharge is promised whose first money comes long after: no more than one that begins now. */
export async function renewPromise(
  { world }: Pick<Services, "world">,
  tx: Tx,
  payment: Payment,
): Promise<{ coupon: null; promisedBonusCents: number }> {
  const tiers = bonusTiers(await runningPromotions(tx, "en", world.now()));
  const promisedBonusCents = Math.min(
    payment.bonusCents,
    rechargeBonus(namedCents(payment), tiers),
  );
  await setPromised(tx, payment.id, { bonusCents: promisedBonusCents, couponId: null });
  return { coupon: null, promisedBonusCents };
}

/** The sum that the customer named: without a tax that comes on top of it. */
const namedCents = ({ amountCents, taxCents, taxOnTop }: Payment) =>
  taxOnTop ? amountCents - taxCents : amountCents;

/** Ends what a payment that failed or expired was for: its order, or the use of its code. */
export async function endUnpaid(
  tx: Tx,
  { id: paymentId, orderId, couponId }: Pick<Payment, "id" | "orderId" | "couponId">,
): Promise<void> {
  if (orderId) await failOrder(tx, orderId);
  else if (couponId) await setUnused(tx, { id: couponId, paymentId });
}
