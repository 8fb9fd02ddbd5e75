import { useState } from "react";
import type { CallRefused, CallParameters } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { openPayTab } from "../payment/pay-tab.ts";
import { changedByPayment } from "../payment/changed-by-payment.ts";

/** The result of an order: bought at once, or a page on which to pay. */
export interface PlacedOrder {
  sku: string;
  quantity: number;
  couponId?: string | undefined;
  payment?: { id: string; popupBlocked: boolean };
}

/** Places the order; a refusal by the API is kept for the dialog to show. */
export function useOrder(onOrdered: (ordered: PlacedOrder) => void) {
  const [refusal, setRefusal] = useState<CallRefused | null>(null);
  const order = useCommand("placeOrder", {
    invalidates: changedByPayment,
    handles: (refused) => {
      setRefusal(refused);
      return true;
    },
  });
  /** `outside`: expects a payment page. */
  const place = (
    parameters: CallParameters<"placeOrder"> & { sku: string; quantity: number },
    external: boolean,
  ) => {
    setRefusal(null);
    const tab = external ? openPayTab() : null;
    const { sku, quantity, couponId } = parameters;
    // Navigates or closes the tab even if this screen has been left by then.
    const done = order.mutateAsync(parameters).then(({ paymentId: id, payUrl }) => {
      if (!id || !payUrl) {
        tab?.close();
        return onOrdered({ sku, quantity });
      }
      tab?.navigate(payUrl);
      onOrdered({
        sku,
        quantity,
        couponId,
        payment: { id, popupBlocked: tab?.popupBlocked ?? true },
      });
    });
    done.catch(() => tab?.close());
  };
  return { place, refusal, busy: order.isPending };
}

/** Redeems a gift coupon, which itself determines what it gives (spec/money#coupons). */
export function useGift(onRedeemed: (gift: PlacedOrder) => void) {
  const order = useCommand("placeOrder", { invalidates: changedByPayment });
  const redeem = (couponId: string) =>
    order.mutate(
      { method: "coupon", couponId },
      { onSuccess: ({ order: { sku, quantity } }) => onRedeemed({ sku, quantity }) },
    );
  return { redeem, busy: order.isPending };
}
