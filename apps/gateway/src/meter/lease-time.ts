/** When a lease in use ends: by the product's clock, and by one that never goes back. */

/** A lease in use. */
export interface ActiveLease {
  id: string;
  bytes: number;
  left: number;
  /** Taken, and neither handed over nor given back yet. */
  inFlight: number;
  /** By the product's clock. */
  expiresAt: number;
  /** By `performance.now()`, which never goes back: the earlier of both counts. */
  endsAt: number;
  /** With less time left than this the next one is asked for. */
  renewalMs: number;
}

/** Nothing is taken from a lease in this time before it expires. */
export const expiryMarginMs = 1_000;

/** Whether the next one is asked for. */
export function endsSoon(lease: ActiveLease, now: number): boolean {
  return Math.min(lease.expiresAt - now, lease.endsAt - performance.now()) < lease.renewalMs;
}

/** Whether nothing more is taken from it. */
export function expired(lease: ActiveLease, now: number): boolean {
  if (performance.now() >= lease.endsAt - expiryMarginMs) return true;
  return now >= lease.expiresAt - expiryMarginMs;
}
