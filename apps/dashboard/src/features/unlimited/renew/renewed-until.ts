import { decidePlanRenewal } from "@turnpike/rules/unlimited.ts";
import { type PlanDays, clampToPlanClock } from "../plan.ts";
import type { UnlimitedPlan } from "../port.ts";

/** The expiry after the renewal; null if the plan has ended. */
export function renewedUntil(plan: UnlimitedPlan, days: PlanDays, nowMs: number): string | null {
  const expiresAt = Date.parse(plan.expiresAt);
  const renewal = { expiresAt, now: clampToPlanClock(plan, nowMs), released: false, days };
  const verdict = decidePlanRenewal(renewal);
  return verdict.renew ? new Date(verdict.until).toISOString() : null;
}
