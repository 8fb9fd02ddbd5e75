/** When a lease in use ends, by the product's clock and by a monotonic clock. */
import { leaseMs, leaseSeconds } from "@turnpike/rules/lease.ts";

/** A lease in use. */
export interface ActiveLease {
  id: string;
  bytes: number;
  left: number;
  /** Bytes taken but neither moved nor given back yet. */
  inFlight: number;
  /** By the product's clock. */
  expiresAt: number;
  /** By the monotonic `performance.now()`; the earlier of both applies. */
  endsAt: number;
  /** With less time left than this, the next lease is requested. */
  renewalMs: number;
}

/**
 * With less time left than this a lease of `lastsMs` is renewed, so that traffic can always
 * continue for `aloneMs` without a hub. A lease shorter than usual is renewed in its last third.
 */
export function renewalMsOf(lastsMs: number, aloneMs: number): number {
  const spareMs = leaseMs(aloneMs / 1_000) - aloneMs;
  return Math.min(aloneMs, Math.max(lastsMs / 3, lastsMs - spareMs));
}

/** No bytes are taken from a lease within this time of its expiry. */
export const expiryMarginMs = 1_000;

/** Whether the next lease is to be requested. */
export function endsSoon(lease: ActiveLease, now: number): boolean {
  return Math.min(lease.expiresAt - now, lease.endsAt - performance.now()) < lease.renewalMs;
}

/** Whether the lease has (nearly) expired: no more bytes may be taken from it. */
export function expired(lease: ActiveLease, now: number): boolean {
  if (performance.now() >= lease.endsAt - expiryMarginMs) return true;
  return now >= lease.expiresAt - expiryMarginMs;
}

/**
 * Leases that were idle for this long are returned. Far from the hub they are kept for up to 90 s,
 * so that a returning client does not have to wait for the hub.
 */
const idleMs = 10_000;
const farIdleShare = 1 / 3;
/** Where bytes are scarce, leases are returned sooner, so that others can use the bytes. */
const scarceIdleMs = 2_500;

/** After how long without traffic leases are returned. */
export function idleMsOf(isScarce: boolean, aloneMs: number): number {
  if (isScarce) return scarceIdleMs;
  return idleMs + (aloneMs - leaseSeconds * 1_000) * farIdleShare;
}

/**
 * If the bytes left last less than this at the recent rate, more are requested: an outage of the
 * hub of 10 s (90 s far away) goes unnoticed even if the rate doubles.
 */
export function lowMsOf(aloneMs: number): number {
  return localLowMs + (aloneMs - leaseSeconds * 1_000) * farLowShare;
}
const localLowMs = 25_000;
/** 185 s of 300 s. */
const farLowShare = 2 / 3;
