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
