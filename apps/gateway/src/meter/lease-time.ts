/** When a lease in use ends: by the product's clock, and by one that never goes back. */
import { leaseMs, leaseSeconds } from "@turnpike/rules/lease.ts";

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

/**
 * With less time left than this a lease that lasts `lastsMs` is renewed: so that it may always be carried
 * for `aloneMs` without a hub. One that lasts for less than it should is renewed in its last third.
 */
export function renewalMsOf(lastsMs: number, aloneMs: number): number {
  const spareMs = leaseMs(aloneMs / 1_000) - aloneMs;
  return Math.min(aloneMs, Math.max(lastsMs / 3, lastsMs - spareMs));
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

/**
 * Leases that were idle for this long are returned. Far away they stay for up to 90 s: who comes again
 * meanwhile needs no hub …
 */
const idleMs = 10_000;
const farIdleShare = 1 / 3;
/** … and sooner where bytes are scarce, so that others have them. */
const scarceIdleMs = 2_500;

/** After how long without a byte leases are returned. */
export function idleMsOf(isScarce: boolean, aloneMs: number): number {
  if (isScarce) return scarceIdleMs;
  return idleMs + (aloneMs - leaseSeconds * 1_000) * farIdleShare;
}

/**
 * With fewer bytes than are carried in this time at the recent rate, more are asked for: so that a hub
 * that is away for 10 s, or 90 s elsewhere, is not noticed, even where the rate becomes twice as high.
 */
export function lowMsOf(aloneMs: number): number {
  return localLowMs + (aloneMs - leaseSeconds * 1_000) * farLowShare;
}
const localLowMs = 25_000;
/** 185 s of 300 s. */
const farLowShare = 2 / 3;
