/**
 * Orders of unlimited plans paid by card or crypto: the plan is created or renewed when the payment
 * arrives. If that is no longer possible, the money is credited to the wallet.
 */
import { decidePaidRenewal } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Fulfil, PaidOrder } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { createPlan, planSoldBy } from "./create-plan.ts";
import { extendPaidPlan } from "./renew.ts";
import { reserveCapacity } from "./capacity.ts";
import { lockPlanOfOrder } from "./store/terms.ts";

/**
 * Locks what a paid order needs before it is posted: capacity, or the plan it renews. Returns the
 * work to run after posting, "impossible", or null if the order is for another product.
 */
export async function fulfilPlan(services: Services, tx: Tx, order: PaidOrder): ReturnType<Fulfil> {
  const sold = planSoldBy(order);
  if (!sold) return null;
  if (order.renewal) return lockRenewal(services, tx, order, sold.days);
  const { quantity } = order;
  const reserved = await reserveCapacity(services, tx, { ...sold, quantity });
  return reserved ? async () => void (await createPlan(services, tx, order)) : "impossible";
}

async function lockRenewal(services: Services, tx: Tx, order: PaidOrder, days: number) {
  const plan = await lockPlanOfOrder(tx, order.id);
  if (!plan) return "impossible";
  const verdict = decidePaidRenewal({
    expiresAt: plan.expires_at.getTime(),
    now: services.world.now(),
    released: plan.released_at !== null,
    days,
  });
  if (!verdict.renew) return "impossible";
  return () => extendPaidPlan(services, tx, { order, plan, until: verdict.until });
}
