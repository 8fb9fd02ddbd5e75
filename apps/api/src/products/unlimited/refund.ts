/** Hooks for refunds of plan orders: take the plan's time, and restore it if a refund is undone. */
import type { ProductRefund } from "../../platform/module.ts";
import { holdPlanOf, ordersOf } from "./store/terms.ts";
import { returnTime, takeable, takeTime } from "./plan-time.ts";

export const planRefund: ProductRefund = {
  async lockDelivery(services, tx, order) {
    const plan = order.asset === null ? await holdPlanOf(tx, order.id) : null;
    if (!plan) return null;
    return {
      left: (seconds) => takeable(services, plan, seconds),
      takeBack: (seconds) => takeTime(tx, plan, seconds),
      restore: (seconds, { closed }) => returnTime(services, tx, { plan, seconds, closed }),
      orderIds: () => ordersOf(tx, plan.id),
    };
  },
};
