import type { CallParameters } from "../../lib/call.ts";
import { useCommand } from "../../lib/use-command.ts";
import { orderWithTab } from "../payment/pay-tab.ts";

/** The result of an order: bought at once, or a page on which to pay. */
export interface PlacedOrder {
  sku: string;
  quantity: number;
  couponId?: string | undefined;
  payment?: { id: string; popupBlocked: boolean };
}

/**
 * Places orders. A refusal is kept for the dialog to show; an order whose answer was lost is placed
 * again by `again`, with the same requestId (spec/api#requestid).
 */
export function useOrder() {
  const command = useCommand("placeOrder", { handles: true });
  /** `outside`: expects a payment page. Undefined if nothing was ordered. */
  const run = async (
    parameters: CallParameters<"placeOrder">,
    outside: boolean,
    send: () => ReturnType<typeof command.send>,
  ): Promise<PlacedOrder | undefined> => {
    const done = await orderWithTab(outside, send);
    if (!done) return undefined;
    const { sku = "", quantity = 0, couponId } = parameters;
    if (!done.page) return { sku, quantity };
    const { paymentId: id, popupBlocked } = done.page;
    return { sku, quantity, couponId, payment: { id, popupBlocked } };
  };
  const { refusal, lost, busy, forget } = command;
  return {
    refusal,
    lost,
    busy,
    forget,
    place: (parameters: CallParameters<"placeOrder">, outside: boolean) =>
      run(parameters, outside, () => command.send(parameters)),
    again: async () => lost && run(lost, lost.method !== "wallet", command.retry),
  };
}
export type OrderCommand = ReturnType<typeof useOrder>;

/** Redeems a gift coupon, which itself determines what it gives (spec/money#coupons). */
export function useGift(onRedeemed: (gift: PlacedOrder) => void) {
  const order = useCommand("placeOrder");
  const redeem = (couponId: string) =>
    void order.send({ method: "coupon", couponId }, ({ order: { sku, quantity } }) =>
      onRedeemed({ sku, quantity }),
    );
  return { redeem, busy: order.busy };
}
