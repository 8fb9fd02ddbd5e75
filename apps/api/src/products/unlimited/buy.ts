/** Buys plans (spec/unlimited#ordering). One transaction: the order and the plan, or neither. */
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { NamedCoupon } from "../../commerce/coupon/use.ts";
import { type PlacedOrder, placeQuoted } from "../../commerce/order/place-order.ts";
import { quotedOffers } from "../../commerce/order/quote-token.ts";
import { periodOffers } from "../../commerce/product/store/products.ts";
import { quoteProduct } from "../../commerce/order/quote.ts";
import { newPlanProduct } from "../../commerce/product/find.ts";
import type { Services } from "../../platform/services.ts";
import { createPlan } from "./create-plan.ts";
import { hasCapacity, soldOut, reserveCapacity } from "./capacity.ts";
import type { PlanRow } from "./store/plans.ts";

export interface BuyPlanOptions {
  accountId: string;
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  /** Number of ports, or Mbps. */
  quantity: number;
  days: number;
  method: PayMethod;
  coupon: NamedCoupon;
  quoteId?: string | undefined;
}

/**
 * Orders a plan. The wallet pays at once; with other methods, `plan` is null until the payment
 * arrives (`fulfil.ts`). Capacity is checked before the price is charged.
 * @throws Refusal badRegion, badDays, badQuantity, badBandwidth, paymentMethodUnavailable, why the
 *   coupon is invalid, insufficientCapacity, insufficientBalance
 */
export async function buyPlan(
  services: Services,
  tx: Tx,
  buying: BuyPlanOptions,
): Promise<{ placed: PlacedOrder; plan: PlanRow | null }> {
  const { accountId, kind, region, days, quantity, coupon, method, quoteId } = buying;
  const buyer = { now: services.world.now(), accountId };
  const found = await newPlanProduct(tx, { kind, region, days, quantity }, buyer);
  const offers = quoteId ? await periodOffers(tx, { kind, region, days }, buyer) : [found];
  const taken = { quoteId, accountId, quantity, coupon };
  const [product = found] = quotedOffers(services, offers, taken);
  const options = { product, quantity, coupon, method };
  const quote = await quoteProduct(services, tx, accountId, options);
  const atOnce = method === "wallet" || quote.price.totalCents === 0;
  // Later payments take capacity on arrival: an order that may never be paid must not block others.
  const checkCapacity = atOnce ? reserveCapacity : hasCapacity;
  if (!(await checkCapacity(services, tx, { kind, region, quantity }))) throw soldOut();
  const placed = await placeQuoted(services, tx, accountId, { quote, method });
  const plan = placed.order.status === "paid" ? await createPlan(services, tx, placed.order) : null;
  return { placed, plan };
}
