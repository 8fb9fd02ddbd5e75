/**
 * Arrears (spec/money#arrears): a charge-back or refund took more than the wallet held, so the
 * account owes the rest. Instants are milliseconds since 1970.
 */
import type { Cents } from "./money.ts";

/** How long an account's traffic continues after arrears begin. */
export const arrearsGraceMs = 86_400_000;

/** Returns when gateways start to refuse the account's traffic. */
export function trafficEndsAt(since: number): number {
  return since + arrearsGraceMs;
}

/** How a change of the debt affects the arrears; null if they neither begin, end nor grow. */
export type ArrearsChange = "began" | "grew" | "ended" | null;

export function arrearsChange(beforeCents: Cents, afterCents: Cents): ArrearsChange {
  if (beforeCents === 0) return afterCents > 0 ? "began" : null;
  if (afterCents === 0) return "ended";
  return afterCents > beforeCents ? "grew" : null;
}

/** The account's previous arrears. */
export interface FormerArrears {
  since: number;
  endedAt: number;
}
/** A reversed payment: when it was made, and when the reversal was booked. */
export interface ReversedPayment {
  paidAt: number;
  bookedAt: number;
}
/** A change to a reversal's amount ends arrears and starts them again within this time. */
const sameReversalMs = 60_000;

/**
 * Returns the start of arrears that begin now. If a payment made during the previous arrears was
 * reversed after they ended, they were never really paid: they continue.
 */
export function arrearsSince(
  now: number,
  former: FormerArrears | null,
  reversed: readonly ReversedPayment[],
): number {
  if (!former) return now;
  const { since, endedAt } = former;
  const continues = reversed.some(
    ({ paidAt, bookedAt }) => since <= paidAt && paidAt <= endedAt && endedAt <= bookedAt,
  );
  return continues || now - endedAt <= sameReversalMs ? since : now;
}

/** When a call spends what the account has: always, or only if the wallet pays (`byWallet`). */
export type Spending = "always" | "byWallet";

/**
 * Returns whether the call is refused in arrears. Outside payments stay possible: a recharge is how
 * the debt is paid.
 */
export function refusedInArrears(spending: Spending, method: unknown): boolean {
  return spending === "always" || method === "wallet";
}
