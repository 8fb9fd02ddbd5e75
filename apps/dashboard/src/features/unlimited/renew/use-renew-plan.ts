import { decidePlanRenewal } from "@turnpike/rules/unlimited.ts";
import { unlimitedSku } from "@turnpike/rules/unlimited-region.ts";
import { useState } from "react";
import { useCall } from "../../../lib/queries.ts";
import { useQuote } from "../../order/use-quote.ts";
import { type Method, usePaymentMethods } from "../../payment/use-payment-methods.ts";
import { type PlanDays, planDays, clampToPlanClock } from "../plan.ts";
import type { UnlimitedPlan } from "../port.ts";
import { kindCalls } from "../use-plan.ts";

/** The expiry after the renewal; null if the plan has ended. */
export function renewedUntil(plan: UnlimitedPlan, days: PlanDays, nowMs: number): string | null {
  const expiresAt = Date.parse(plan.expiresAt);
  const renewal = { expiresAt, now: clampToPlanClock(plan, nowMs), released: false, days };
  const verdict = decidePlanRenewal(renewal);
  return verdict.renew ? new Date(verdict.until).toISOString() : null;
}

/** The period and payment method of a renewal, and what it costs. */
export function useRenewPlan(plan: UnlimitedPlan, onChange: () => void) {
  const { kind, region, quantity } = plan;
  const [days, setDays] = useState(() => planDays.find((option) => option === plan.days) ?? 30);
  const means = usePaymentMethods();
  const servers = useCall(kindCalls[kind].sold, {}, { staleMs: 60_000 });
  const quote = useQuote({ sku: unlimitedSku({ kind, region, days }), quantity, couponId: null });
  const priced = quote.isError ? undefined : quote.data;
  const total = priced?.totalCents ?? 0;
  const { method, walletCents } = means;
  return {
    days,
    method,
    methods: means.methods,
    walletCents,
    quote,
    priced,
    /** The region's current prices; undefined if it is not sold, or while loading. */
    prices: servers.data?.regions.find((one) => one.region === region)?.unitMicros,
    /** A renewal may be on sale where new plans are not: it then has a price. */
    notSold:
      quote.isError &&
      servers.data !== undefined &&
      servers.data.regions.every((r) => r.region !== region),
    missingCents: method === "wallet" ? Math.max(0, total - (walletCents ?? total)) : 0,
    ready: priced !== undefined && quote.current,
    chooseDays: (next: PlanDays) => {
      setDays(next);
      onChange();
    },
    chooseMethod: (next: Method) => {
      means.chooseMethod(next);
      onChange();
    },
  };
}
export type RenewPlan = ReturnType<typeof useRenewPlan>;
