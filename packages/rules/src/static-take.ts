/** Taking and returning static IPs (spec/static#taking). */
import { dayMs } from "./static-ip.ts";

export type TakeVerdict =
  /** `credits` existing ones are used; `bought` more are bought first. */
  { take: true; credits: number; bought: number } | { take: false; why: "insufficientCredits" };

/** Credits pay first; the wallet buys the missing ones if the customer allowed it. */
export function decideTake(request: {
  num: number;
  /** The account's credits for this period. */
  credits: number;
  payByWallet: boolean;
}): TakeVerdict {
  const credits = Math.max(0, Math.min(request.num, request.credits));
  const bought = request.num - credits;
  if (bought > 0 && !request.payByWallet) return { take: false, why: "insufficientCredits" };
  return { take: true, credits, bought };
}

/** Returns until when a returned address rests: counted from its expiry, or from now if earlier. */
export function cooldownEndsAt(given: {
  expiresAt: number;
  now: number;
  restDays: number;
}): number {
  return Math.min(given.expiresAt, given.now) + given.restDays * dayMs;
}
