import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { unlimitedSku, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { useState } from "react";
import type { Question } from "../../../lib/call.ts";
import { couponShortCents } from "../../order/BuyCoupon.tsx";
import type { Coupons } from "../../order/use-choices.ts";
import { useQuote } from "../../order/use-quote.ts";
import { type Method, usePaymentMethods } from "../../payment/use-payment-methods.ts";
import {
  firstDays,
  firstQuantity,
  firstRegion,
  listCents,
  readQuantity,
  type Region,
} from "./buy-plan.ts";
import type { PlanDays } from "../plan.ts";
import type { PlanStart } from "../../order/unlimited-plan-url.ts";

export type BuyQuestion = Question<"orderUnlimit">;

/** What one has chosen to buy so far, what it costs, and what is in its way. */
export function useBuyPlan(options: {
  kind: UnlimitedKind;
  regions: readonly Region[];
  coupons: Coupons;
  start: PlanStart;
  /** Something else is chosen than what was refused. */
  onChange: () => void;
}) {
  const { kind, regions, coupons, start } = options;
  const [wanted, setRegion] = useState(() => firstRegion(kind, regions, start));
  const [days, setDays] = useState(() => firstDays(start));
  const [typed, setTyped] = useState<number | string>(() => firstQuantity(kind, start));
  const [validated, setValidated] = useState(false);
  const means = usePaymentMethods();
  const region = regions.find((one) => one.region === wanted);
  const read = readQuantity(kind, typed, region?.stock);
  const { quantity } = read;
  const price = usePlanPrice({ kind, region, days, quantity, coupons });
  const { coupon, quote, priced } = price;
  const total = priced?.totalCents ?? 0;
  const { method, walletCents } = means;
  const changing =
    <V>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      options.onChange();
    };
  return {
    kind,
    days,
    typed,
    region,
    quantity,
    coupon,
    method,
    methods: means.methods,
    walletCents,
    quote,
    priced,
    listCents: price.listCents,
    /** Above the stock is said at once; too little may still be on its way to enough. */
    fault: read.why === "stock" || validated ? read.why : null,
    regionMissing: !region && validated,
    /** What the wallet lacks, in cents. */
    missingCents: method === "wallet" ? Math.max(0, total - (walletCents ?? total)) : 0,
    /** Whether the chosen can be bought as shown. */
    ready: priced !== undefined && quote.current && price.couponHolds && read.why === null,
    chooseRegion: changing<UnlimitedRegion>(setRegion),
    chooseDays: changing<PlanDays>(setDays),
    chooseCoupon: changing(price.setCoupon),
    chooseMethod: changing<Method>(means.chooseMethod),
    type: changing((next: number | string) => {
      setValidated(false);
      setTyped(next);
    }),
    validate: () => setValidated(true),
    /** Undefined while it cannot be bought. */
    question: (): BuyQuestion | undefined => {
      if (!region || quantity === null) return undefined;
      const chosen = { kind, region: region.region, quantity, days, method };
      return coupon ? { ...chosen, couponId: coupon.id } : chosen;
    },
  };
}
export type BuyPlan = ReturnType<typeof useBuyPlan>;

/** What it costs by the list, and with the chosen coupon as far as the API has answered. */
function usePlanPrice(plan: {
  kind: UnlimitedKind;
  region: Region | undefined;
  days: PlanDays;
  quantity: number | null;
  coupons: Coupons;
}) {
  const { kind, region, days, quantity, coupons } = plan;
  const [couponId, setCoupon] = useState<string | null>(null);
  const list = listCents(quantity, region?.unitMicros[days]);
  const coupon = coupons?.find(({ id, kind: of }) => id === couponId && of === "discount");
  // Nothing is bought without the coupon that was chosen before the coupons are there.
  const couponHolds = (coupons !== undefined || !couponId) && couponShortCents(coupon, list) === 0;
  const quote = useQuote({
    sku: region ? unlimitedSku({ kind, region: region.region, days }) : "",
    quantity: region ? quantity : null,
    couponId: coupon && couponHolds ? coupon.id : null,
  });
  const priced = quantity === null || !region || quote.isError ? undefined : quote.data;
  return { listCents: list, coupon, couponHolds, setCoupon, quote, priced };
}
