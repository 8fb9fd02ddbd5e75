import type { Product } from "@turnpike/contract/order.ts";
import { useState } from "react";
import { usePaymentMethods } from "../payment/use-payment-methods.ts";
import { type Coupon, couponShortCents } from "./BuyCoupon.tsx";
import type { Start } from "./BuyFlow.tsx";
import { firstQuantity, listCents, readQuantity, withinRange } from "./plan.ts";
import { useQuote } from "./use-quote.ts";

/** What may be redeemed; undefined where the coupons could not be loaded. */
export type Coupons = readonly Coupon[] | undefined;

/** What one has chosen to buy so far, what it costs, and what is in its way. */
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
  // Nothing is bought without the coupon that was chosen before the coupons are there.
  const couponHolds = (coupons || !couponId) && couponShortCents(coupon, list) === 0;
  const quote = useQuote({
    sku: plan.sku,
    quantity,
    couponId: coupon && couponHolds ? coupon.id : null,
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
    // Too little may still be on its way to enough: it is judged when the field is left.
    fault: !read.ok && validated ? read.why : null,
    /** What the wallet lacks, in cents. */
    missingCents: means.method === "wallet" ? Math.max(0, total - (means.walletCents ?? total)) : 0,
    /** Whether the chosen can be bought as shown. */
    ready: priced !== undefined && quote.current && Boolean(couponHolds),
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
