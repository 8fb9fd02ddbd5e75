/** Expiry of static IPs (spec/static#expiry). Instants are milliseconds since 1970. */

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How long after expiry a static IP may still be renewed (spec/static#expiry). */
export const renewGraceMs = 24 * hourMs;
/** How long before expiry auto-renew starts. */
export const autoRenewAheadMs = 24 * hourMs;
/** How long before expiry a static IP counts as expiring, for long and for short term. */
export const expiringMs = { static: 3 * dayMs, short: 6 * hourMs } as const;

/** Returns the whole hours until expiry, rounded up; 0 once expired. */
export function remainingHours(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / hourMs));
}

/** Returns the instant from which on it can no longer be renewed. */
export function renewableUntil(expiresAt: number): number {
  return expiresAt + renewGraceMs;
}

/** A renewal extends from the expiry, not from today (spec/static#renewal). */
export function renewedUntil(expiresAt: number, days: number): number {
  return expiresAt + days * dayMs;
}

/**
 * Returns how often the address may still be changed at will before the next renewal
 * (spec/static#replacement); 0 for short term and for expired ones.
 */
export function swapsLeft(row: {
  term: "static" | "short";
  swaps: number;
  perPeriod: number;
  expired: boolean;
}): number {
  if (row.term !== "static" || row.expired) return 0;
  return Math.max(0, row.perPeriod - row.swaps);
}
