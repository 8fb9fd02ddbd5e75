/** Hooks for refunds of plan orders: take the plan's time, and restore it if a refund is undone. */
import type { ProductRefund } from "../../platform/module.ts";
import { lockPlanOfOrder, ordersOf } from "./store/terms.ts";
import { restoreTime, reclaimableSeconds, reclaimTime } from "./plan-time.ts";

export const planRefund: ProductRefund = {
  async lockDelivery(services, tx, order) {
    const plan = order.asset === null ? await lockPlanOfOrder(tx, order.id) : null;
    if (!plan) return null;
    return {
      left: (seconds) => reclaimableSeconds(services, plan, seconds),
      takeBack: (seconds) => reclaimTime(tx, plan, seconds),
      restore: (seconds, { closed }) => restoreTime(services, tx, { plan, seconds, closed }),
      orderIds: () => ordersOf(tx, plan.id),
    };
  },
};
