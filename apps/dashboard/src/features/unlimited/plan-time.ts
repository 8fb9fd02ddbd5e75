/** The remaining time of a plan, by the server's clock. */
import { planExpiringMs } from "@turnpike/rules/unlimited.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";
import { type PlanPhase, planPhase, type UnlimitedPlan } from "./port.ts";

export const usePlanPhase = (plan: UnlimitedPlan): PlanPhase => planPhase(plan, useNow());

/** The status of a plan. */
export type PlanStatus = "active" | "expiring" | "expired";
export function planStatus(plan: UnlimitedPlan, phase: PlanPhase, nowMs: number): PlanStatus {
  if (phase !== "running") return "expired";
  return Date.parse(plan.expiresAt) - nowMs <= planExpiringMs ? "expiring" : "active";
}

/** The remaining part of the period bought last, in percent. */
export function leftPercent(plan: UnlimitedPlan, nowMs: number): number {
  const left = Date.parse(plan.expiresAt) - nowMs;
  return Math.max(0, Math.min(100, (left / (plan.days * dayMs)) * 100));
}
