/** What is known of a plan without asking for it. */
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { remainingMs } from "../../lib/time-left.ts";

/** How long plans are sold for (spec/unlimited#ordering). */
export const planDays = [7, 30, 90] as const;
export type PlanDays = (typeof planDays)[number];

/** The product's clock as far as the plan tells it: within the hours that it told, this one counts. */
export const serverNow = (plan: UnlimitedPlan, nowMs: number): number =>
  Date.parse(plan.expiresAt) - remainingMs(plan, nowMs);
