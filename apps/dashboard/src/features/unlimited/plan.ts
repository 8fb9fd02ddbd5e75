/** What a plan's row itself tells. */
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { remainingMs } from "../../lib/time-left.ts";

/** How long plans are sold for (spec/unlimited#ordering). */
export const planDays = [7, 30, 90] as const;
export type PlanDays = (typeof planDays)[number];

/**
 * The API's clock as far as the plan shows it: within the hours it answered, this computer's clock
 * counts.
 */
export const serverNow = (plan: UnlimitedPlan, nowMs: number): number =>
  Date.parse(plan.expiresAt) - remainingMs(plan, nowMs);
