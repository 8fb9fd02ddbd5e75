import type { CallResult } from "../../lib/call.ts";
import { type Method, usePaymentMethods } from "../payment/use-payment-methods.ts";
import { type QuotedProduct, useQuote } from "./use-quote.ts";

export type Coupon = CallResult<"coupons">["items"][number];
/** The redeemable coupons; undefined if they could not be loaded. */
export type Coupons = readonly Coupon[] | undefined;

/** By how many cents the list price falls short of the coupon's minimum; 0 if it applies. */
export function couponShortCents(coupon: Coupon | undefined, listCents: number): number {
  return Math.max(0, (coupon?.minCents ?? 0) - listCents);
}

/** What a selection costs and how it is paid; `onChange` is called when the method changes. */
export function usePrice(
  of: QuotedProduct & {
    /** Null while nothing can be priced. */
    quantity: number | null;
    listCents?: number;
    coupons?: Coupons;
    couponId?: string | null;
    onChange: () => void;
  },
) {
  const { coupons, couponId = null, listCents = 0 } = of;
  const means = usePaymentMethods();
  const coupon = coupons?.find(({ id, kind }) => id === couponId && kind === "discount");
  // Nothing is bought without the selected coupon before the coupons have loaded.
  const couponHolds =
    (coupons !== undefined || !couponId) && couponShortCents(coupon, listCents) === 0;
  const quote = useQuote({
    sku: of.sku,
    days: of.days,
    region: of.region,
    renewal: of.renewal,
    quantity: of.quantity,
    couponId: coupon && couponHolds ? coupon.id : null,
  });
  const priced = of.quantity === null || quote.isError ? undefined : quote.data;
  return {
    ...means,
    chooseMethod: (method: Method) => {
      means.chooseMethod(method);
      of.onChange();
    },
    coupon,
    listCents,
    priced,
    totalCents: priced?.totalCents,
    error: quote.error,
    settling: of.quantity !== null && !quote.current,
    /** The fields of the call that say how it is paid. */
    pay: {
      method: means.method,
      couponId: coupon?.id,
      /** The quote whose price is shown; the purchase keeps it (spec/money#quotes). */
      quoteId: quote.current ? priced?.quoteId : undefined,
    },
    outside: means.method !== "wallet" && priced?.totalCents !== 0,
    missingCents: missingCents(means, priced?.totalCents),
    /** Whether it can be bought at the shown price. */
    ready: priced !== undefined && quote.current && couponHolds,
  };
}
export type Price = ReturnType<typeof usePrice>;

/** The wallet's shortfall in cents; 0 if another method pays or the total is unknown. */
export function missingCents(
  { method, walletCents }: { method: Method; walletCents: number | undefined },
  totalCents: number | undefined,
): number {
  if (method !== "wallet" || totalCents === undefined || walletCents === undefined) return 0;
  return Math.max(0, totalCents - walletCents);
}
