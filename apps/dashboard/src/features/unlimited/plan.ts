/** Values derived from a plan's row. */
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { remainingMs } from "../../lib/time-left.ts";

/** The periods plans are sold for (spec/unlimited#ordering). */
export const planDays = [7, 30, 90] as const;
export type PlanDays = (typeof planDays)[number];

/**
 * The API's clock as far as the plan reveals it: this computer's clock, corrected to agree with the
 * whole hours that the API answered.
 */
export const clampToPlanClock = (plan: UnlimitedPlan, nowMs: number): number =>
  Date.parse(plan.expiresAt) - remainingMs(plan, nowMs);
