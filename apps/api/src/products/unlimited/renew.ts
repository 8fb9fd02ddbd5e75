/**
 * Renews plans (spec/unlimited#renewal): extends them from their end, at the price of their current
 * region.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { decidePlanRenewal } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type PlacedOrder, placeQuoted } from "../../commerce/order/place-order.ts";
import { quotedOffers } from "../../commerce/order/quote-token.ts";
import { quoteProduct } from "../../commerce/order/quote.ts";
import { cheapestOffer } from "@turnpike/rules/product.ts";
import { periodOffers } from "../../commerce/product/store/products.ts";
import type { PaidOrder } from "../../platform/module.ts";
import { providerOf } from "../../commerce/payment/start.ts";
import type { Services } from "../../platform/services.ts";
import { findPlan, type PlanRow } from "./store/plans.ts";
import { countTerm, insertTerm } from "./store/terms.ts";
import { moveEnd } from "./plan-time.ts";

export interface RenewPlanOptions {
  accountId: string;
  planId: string;
  days: number;
  method: PayMethod;
  quoteId?: string | undefined;
}

/**
 * Renews at once from the wallet; otherwise when the payment arrives (`fulfil.ts`).
 * Returns the plan as it is now.
 * @throws Refusal paymentMethodUnavailable, planNotFound, planExpired, periodNotSold, badQuantity,
 *   insufficientBalance
 */
export async function renewPlan(
  services: Services,
  tx: Tx,
  { accountId, planId, days, method, quoteId }: RenewPlanOptions,
): Promise<{ placed: PlacedOrder; plan: PlanRow }> {
  if (method !== "wallet") providerOf(services, method);
  const plan = await findPlan(tx, { accountId, planId, lock: true });
  if (!plan) throw new Refusal("planNotFound", { field: "planId" });
  const now = services.world.now();
  const verdict = decidePlanRenewal({
    expiresAt: plan.expires_at.getTime(),
    now,
    released: plan.released_at !== null,
    days,
  });
  if (!verdict.renew) throw new Refusal("planExpired");
  const { kind, region, quantity } = plan;
  // The plan's region determines which periods are sold, so check the plan first.
  const offers = await periodOffers(tx, { kind, region, days }, { now, accountId });
  const quoted = quotedOffers(services, offers, { quoteId, accountId, quantity });
  const product = cheapestOffer(quoted, quantity);
  if (!product) throw new Refusal("periodNotSold", { field: "days" });
  const quote = await quoteProduct(services, tx, accountId, {
    product,
    quantity,
    coupon: null,
    method,
  });
  const placed = await placeQuoted(services, tx, accountId, { quote, method, renewal: true });
  const { id: orderId, status } = placed.order;
  const countedAt = status === "paid" ? new Date(now) : null;
  await insertTerm(tx, { orderId, planId, countedAt });
  if (!countedAt) return { placed, plan };
  return { placed, plan: await extendPlan(tx, { plan, until: verdict.until, days }) };
}

async function extendPlan(
  tx: Tx,
  { plan, until, days }: { plan: PlanRow; until: number; days: number },
): Promise<PlanRow> {
  const expiresAt = new Date(until);
  await moveEnd(tx, plan.id, { expiresAt, days });
  return { ...plan, expires_at: expiresAt, days };
}

/** Renews a locked plan by an order whose payment has arrived. */
export async function extendPaidPlan(
  { world }: Services,
  tx: Tx,
  { order, plan, until }: { order: PaidOrder; plan: PlanRow; until: number },
): Promise<void> {
  const counted = await countTerm(tx, order.id, new Date(world.now()));
  if (!counted) throw new Error(`${order.orderNo} renewed its plan before`);
  const days = order.days ?? plan.days;
  await extendPlan(tx, { plan, until, days });
}
