import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { unlimitedSku, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { useState } from "react";
import type { CallParameters } from "../../../lib/call.ts";
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

export type BuyParameters = CallParameters<"orderUnlimit">;

/** What has been selected so far, what it costs, and what prevents the purchase. */
export function useBuyPlan(options: {
  kind: UnlimitedKind;
  regions: readonly Region[];
  coupons: Coupons;
  start: PlanStart;
  /** Called when the selection differs from what was refused. */
  onChange: () => void;
}) {
  const { kind, regions, coupons, start } = options;
  const [regionName, setRegion] = useState(() => firstRegion(kind, regions, start));
  const [days, setDays] = useState(() => firstDays(start));
  const [typed, setTyped] = useState<number | string>(() => firstQuantity(kind, start));
  const [validated, setValidated] = useState(false);
  const means = usePaymentMethods();
  const region = regions.find((one) => one.region === regionName);
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
    /** Above the stock is reported while typing; too low a number may just be unfinished. */
    fault: read.why === "stock" || validated ? read.why : null,
    regionMissing: !region && validated,
    /** The wallet's shortfall, in cents. */
    missingCents: method === "wallet" ? Math.max(0, total - (walletCents ?? total)) : 0,
    /** Whether the selection can be bought at the shown price. */
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
    parameters: (): BuyParameters | undefined => {
      if (!region || quantity === null) return undefined;
      const chosen = { kind, region: region.region, quantity, days, method };
      return coupon ? { ...chosen, couponId: coupon.id } : chosen;
    },
  };
}
export type BuyPlan = ReturnType<typeof useBuyPlan>;

/** The list price, and the price with the chosen coupon once the API has answered. */
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
  // Nothing is bought without the selected coupon before the coupons have loaded.
  const couponValid = (coupons !== undefined || !couponId) && couponShortCents(coupon, list) === 0;
  const quote = useQuote({
    sku: region ? unlimitedSku({ kind, region: region.region, days }) : "",
    quantity: region ? quantity : null,
    couponId: coupon && couponValid ? coupon.id : null,
  });
  const priced = quantity === null || !region || quote.isError ? undefined : quote.data;
  return { listCents: list, coupon, couponHolds: couponValid, setCoupon, quote, priced };
}
