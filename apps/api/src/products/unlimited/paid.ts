/**
 * Orders of unlimited plans that card or crypto pays: the plan is made, or renewed, when the money
 * has come in. What cannot be had any more by then is not sold: the money goes to the wallet.
 */
import { decidePaidRenewal } from "@turnpike/rules/unlimited.ts";
import { readUnlimitedSku } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Order } from "../../commerce/order/store.ts";
import type { Services } from "../../platform/services.ts";
import { makePlan } from "./make.ts";
import { prolongPaid } from "./renew.ts";
import { takeCapacity } from "./stock.ts";
import type { PlanRow } from "./store.ts";
import { holdPlanOf } from "./time.ts";

export interface PaidPlan {
  /** The plan that is renewed, and until when; null: a new one. */
  renewed: { plan: PlanRow; until: number } | null;
}

/**
 * Holds what a paid order needs before it is booked: capacity, or the plan that it renews. Null
 * where the order is of something else.
 */
export async function holdPaidPlan(
  services: Services,
  tx: Tx,
  order: Order,
): Promise<PaidPlan | null | "impossible"> {
  const sold = order.asset === null ? readUnlimitedSku(order.sku) : null;
  if (!sold) return null;
  if (order.renewal) return holdRenewal(services, tx, order, sold.days);
  const { quantity } = order;
  const there = await takeCapacity(services, tx, { ...sold, quantity });
  return there ? { renewed: null } : "impossible";
}

async function holdRenewal({ world }: Services, tx: Tx, order: Order, days: number) {
  const plan = await holdPlanOf(tx, order.id);
  if (!plan) return "impossible";
  const verdict = decidePaidRenewal({
    expiresAt: plan.expires_at.getTime(),
    now: world.now(),
    released: plan.released_at !== null,
    days,
  });
  return verdict.renew ? { renewed: { plan, until: verdict.until } } : "impossible";
}

/** Makes or renews the plan of an order that has just been booked. */
export async function fulfilPlan(
  services: Services,
  tx: Tx,
  { order, plan: { renewed } }: { order: Order; plan: PaidPlan },
): Promise<void> {
  if (renewed) await prolongPaid(services, tx, { order, ...renewed });
  else await makePlan(services, tx, order);
}
