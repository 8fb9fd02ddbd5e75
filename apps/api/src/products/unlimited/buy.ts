/** Buys plans (spec/unlimited#ordering). One transaction: the order and the plan, or neither. */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type PlacedOrder, placeQuoted } from "../../commerce/order/place-order.ts";
import { quoteProduct } from "../../commerce/order/quote.ts";
import { newPlanProduct } from "../../commerce/product/find.ts";
import type { Services } from "../../platform/services.ts";
import { createPlan } from "./create-plan.ts";
import { hasCapacity, soldOut, takeCapacity } from "./capacity.ts";
import type { PlanRow } from "./store/plans.ts";

export interface BuyPlanOptions {
  accountId: string;
  kind: UnlimitedKind;
  region: UnlimitedRegion;
  /** Ports, or Mbps. */
  quantity: number;
  days: number;
  method: "wallet" | "card" | "crypto";
  couponId: string | null;
}

/**
 * The wallet pays at once; by card and crypto the plan is made when the payment has come in
 * (`fulfil.ts`), and null until then. The capacity is judged before the price is taken.
 * @throws Refusal badRegion, badDays, badQuantity, badBandwidth, paymentMethodUnavailable, why the
 *   coupon does not hold, insufficientCapacity, insufficientBalance
 */
export async function buyPlan(
  services: Services,
  tx: Tx,
  buying: BuyPlanOptions,
): Promise<{ placed: PlacedOrder; plan: PlanRow | null }> {
  const { accountId, kind, region, days, quantity, couponId, method } = buying;
  const product = await newPlanProduct(tx, { kind, region, days }, services.world.now());
  const wanted = { product, quantity, couponId, method };
  const quote = await quoteProduct(services, tx, accountId, wanted);
  const atOnce = method === "wallet" || quote.price.totalCents === 0;
  // What is paid later is judged then: nobody waits for an order that may never be paid.
  const judge = atOnce ? takeCapacity : hasCapacity;
  if (!(await judge(services, tx, { kind, region, quantity }))) throw soldOut();
  const placed = await placeQuoted(services, tx, accountId, { quote, method });
  const plan = placed.order.status === "paid" ? await createPlan(services, tx, placed.order) : null;
  return { placed, plan };
}
