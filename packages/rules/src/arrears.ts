/**
 * Arrears (spec/money#arrears): a charge-back or refund took more than the wallet held, and the rest
 * is owed. Instants are milliseconds since 1970.
 */
import type { Cents } from "./money.ts";

/** So long the account's traffic goes on after the arrears began. */
export const arrearsGraceMs = 86_400_000;

/** From when on gateways refuse the account's traffic. */
export function trafficEndsAt(since: number): number {
  return since + arrearsGraceMs;
}

/** What a change of the debt does to the arrears; null where they neither begin, end nor grow. */
export type ArrearsChange = "began" | "grew" | "ended" | null;

export function arrearsChange(beforeCents: Cents, afterCents: Cents): ArrearsChange {
  if (beforeCents === 0) return afterCents > 0 ? "began" : null;
  if (afterCents === 0) return "ended";
  return afterCents > beforeCents ? "grew" : null;
}

/** Arrears that ended: when they began, and when they ended. */
export interface FormerArrears {
  since: number;
  endedAt: number;
}
/** A payment that is reversed: when it was made, and when its reversal was booked. */
export interface ReversedPayment {
  paidAt: number;
  bookedAt: number;
}
/** What changes the amount of a reversal ends arrears and begins them again at one go. */
const atOneGoMs = 60_000;

/**
 * Since when an account is in arrears that begin now. Where a payment of the time of its former ones
 * was reversed after they ended, they were never paid: they go on.
 */
export function arrearsSince(
  now: number,
  former: FormerArrears | null,
  reversed: readonly ReversedPayment[],
): number {
  if (!former) return now;
  const { since, endedAt } = former;
  const goesOn = reversed.some(
    ({ paidAt, bookedAt }) => since <= paidAt && paidAt <= endedAt && endedAt <= bookedAt,
  );
  return goesOn || now - endedAt <= atOneGoMs ? since : now;
}

/**
 * What a call spends: something the account has, however it is called (`always`), or only where the
 * wallet pays (`byWallet`).
 */
export type Spending = "always" | "byWallet";

/**
 * Whether an account in arrears is refused the call. What comes from outside stays possible: a
 * recharge is how the debt is paid.
 */
export function refusedInArrears(spending: Spending, method: unknown): boolean {
  return spending === "always" || method === "wallet";
}
