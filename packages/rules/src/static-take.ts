/** Taking static IPs, and giving them back (spec/static#taking). */
import { dayMs } from "./static-ip.ts";

export type TakeVerdict =
  /** So many are paid by credits that are there; so many credits are bought first. */
  { take: true; credits: number; bought: number } | { take: false; why: "insufficientCredits" };

/** Credits pay first; what they do not cover the wallet buys, where the customer said so. */
export function decideTake(asked: {
  num: number;
  /** Credits of these days that the account has. */
  credits: number;
  payByWallet: boolean;
}): TakeVerdict {
  const credits = Math.max(0, Math.min(asked.num, asked.credits));
  const bought = asked.num - credits;
  if (bought > 0 && !asked.payByWallet) return { take: false, why: "insufficientCredits" };
  return { take: true, credits, bought };
}

/** Until when an address rests that its customer gives back: from its end on, or from now. */
export function restsUntil(given: { expiresAt: number; now: number; restDays: number }): number {
  return Math.min(given.expiresAt, given.now) + given.restDays * dayMs;
}
