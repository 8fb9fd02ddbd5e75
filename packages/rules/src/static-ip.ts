/** Static IPs in time (spec/static#expiry). Instants are milliseconds since 1970. */

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** So long after its end a static IP may still be renewed (spec/static#expiry). */
export const renewGraceMs = 24 * hourMs;
/** Auto-renew begins so long before the end. */
export const autoRenewAheadMs = 24 * hourMs;
/** From when on a static IP counts as ending soon: of the long term, of the short term. */
export const expiringMs = { static: 3 * dayMs, short: 6 * hourMs } as const;

/** Whole hours until the end, rounded up; 0 from then on. */
export function remainingHours(expiresAt: number, now: number): number {
  return Math.max(0, Math.ceil((expiresAt - now) / hourMs));
}

/** The instant from which on it cannot be renewed any more. */
export function renewableUntil(expiresAt: number): number {
  return expiresAt + renewGraceMs;
}

/** A renewal extends from the end, not from today (spec/static#renewal). */
export function renewedUntil(expiresAt: number, days: number): number {
  return expiresAt + days * dayMs;
}

/**
 * How often the address may still be changed at will before the next renewal (spec/static#replacement):
 * of the long term only, and not of what has expired.
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
