/** Auto top-up: when a saved card is charged, and what follows a refusal (spec/money#auto-top-up). */
import type { Cents } from "./money.ts";

/** After so many refusals in a row it is switched off. */
export const maxTopUpRefusals = 3;
/** The most cards that an account can save. */
export const maxSavedCards = 10;

const minuteMs = 60_000;
/**
 * How long to wait after the first refusal and after the second one: a customer has to know soon
 * that his wallet is no longer filled.
 */
const retryDelaysMs = [10 * minuteMs, 60 * minuteMs];

export interface TopUpPlan {
  thresholdCents: Cents;
  monthCents: Cents;
}

/** Whether the wallet has fallen below the threshold. */
export const isBelow = ({ thresholdCents }: TopUpPlan, walletCents: Cents): boolean =>
  walletCents < thresholdCents;

/** Whether a charge keeps the month's sum within its limit, which is exact. */
export const fitsMonth = (
  { monthCents }: TopUpPlan,
  { spentCents, chargeCents }: { spentCents: Cents; chargeCents: Cents },
): boolean => spentCents + chargeCents <= monthCents;

/** When to try again after so many refusals in a row; null: never, it is switched off. */
export function retryAfterRefusal(refusals: number, now: number): number | null {
  const delayMs = retryDelaysMs[refusals - 1];
  return refusals >= maxTopUpRefusals || delayMs === undefined ? null : now + delayMs;
}

/** The month of an instant in UTC, as limits count it: `2026-11`. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** The first instant of the next month in UTC. */
export function nextMonthAt(now: number): number {
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
}
