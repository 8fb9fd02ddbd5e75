import type { Product } from "@turnpike/contract/order.ts";
import { useState } from "react";
import { usePaymentMethods } from "../payment/use-payment-methods.ts";
import { type Coupon, couponShortCents } from "./BuyCoupon.tsx";
import type { Start } from "./BuyFlow.tsx";
import { firstQuantity, listCents, readQuantity, withinRange } from "./plan.ts";
import { useQuote } from "./use-quote.ts";

/** The redeemable coupons; undefined if they could not be loaded. */
export type Coupons = readonly Coupon[] | undefined;

/** What has been selected so far, what it costs, and what prevents the purchase. */
export function useChoices(options: { start: Start; first: Product; coupons: Coupons }) {
  const { start, coupons } = options;
  const discount = (id: string | null | undefined) =>
    coupons?.find((one) => one.id === id && one.kind === "discount");
  const [plan, setPlan] = useState(options.first);
  const [couponId, setCouponId] = useState<string | null>(start.couponId ?? null);
  const coupon = discount(couponId);
  const [typed, setTyped] = useState<number | string>(
    () => start.quantity ?? firstQuantity(start.kind, plan, coupon?.minCents),
  );
  const [validated, setValidated] = useState(false);
  const means = usePaymentMethods();
  const read = readQuantity(typed, plan);
  const quantity = read.ok ? read.quantity : null;
  const list = quantity === null ? 0 : listCents(quantity, plan);
  // Nothing is bought without the selected coupon before the coupons have loaded.
  const couponValid = (coupons || !couponId) && couponShortCents(coupon, list) === 0;
  const quote = useQuote({
    sku: plan.sku,
    quantity,
    couponId: coupon && couponValid ? coupon.id : null,
  });
  const priced = quantity === null || quote.isError ? undefined : quote.data;
  const total = priced?.totalCents ?? 0;
  return {
    plan,
    quantity,
    typed,
    coupon,
    ...means,
    quote,
    priced,
    listCents: list,
    // Too low a number may just be unfinished, so it is validated when the field loses focus.
    error: !read.ok && validated ? read.why : null,
    /** The wallet's shortfall, in cents. */
    missingCents: means.method === "wallet" ? Math.max(0, total - (means.walletCents ?? total)) : 0,
    /** Whether the selection can be bought at the shown price. */
    ready: priced !== undefined && quote.current && Boolean(couponValid),
    type: (next: number | string) => {
      setValidated(false);
      setTyped(next);
    },
    validate: () => setValidated(true),
    choosePlan: (next: Product) => {
      setPlan(next);
      setTyped(quantity === null ? firstQuantity(start.kind, next) : withinRange(quantity, next));
    },
    chooseCoupon: setCouponId,
  };
}
export type Choices = ReturnType<typeof useChoices>;
