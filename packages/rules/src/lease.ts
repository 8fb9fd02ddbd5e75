/**
 * How many bytes a gateway gets on lease, and what a report bills of it (design §3): nothing is
 * carried that was not leased, nothing is billed that was not carried.
 */

/** A lease carries for so long; its bytes come back by report and settlement. */
export const leaseMs = 60_000;
/** A lease that expired so long ago, and was not settled, comes back by itself. */
export const leaseGraceMs = 10 * 60_000;
/**
 * A lease that its gateway does not name so long after it was granted never arrived there: no answer
 * is waited for half as long.
 */
export const unheldLeaseMs = 15_000;
/** With less than this left all of it goes into one lease. */
export const smallestLeaseBytes = 64 * 1024;
/**
 * One lease takes at most this share of what is left. So leases shrink as a balance runs out, and
 * several gateways together hold only a few of the last MiB (quality M5: 8 of 100).
 */
export const leaseShare = 1 / 32;
/** More is never asked for by a gateway. */
export const largestLeaseBytes = 256 * 1024 * 1024;

export type LeaseVerdict =
  | { lease: true; bytes: number }
  | { lease: false; why: "insufficientTraffic" | "accountDisabled" | "dayLimit" | "monthLimit" };

/**
 * Sizes a lease. `leftBytes` are those that lie unleased where the sub-account draws from;
 * `dayLeftBytes` and `monthLeftBytes` are what its owner's limits leave beside all that is used
 * and on lease, null where there is no limit. What the month refuses, tomorrow refuses too.
 */
export function decideLease(asked: {
  enabled: boolean;
  leftBytes: number;
  dayLeftBytes?: number | null;
  monthLeftBytes?: number | null;
  wantedBytes: number;
}): LeaseVerdict {
  const { leftBytes, dayLeftBytes = null, monthLeftBytes = null, wantedBytes } = asked;
  if (!asked.enabled) return { lease: false, why: "accountDisabled" };
  if (leftBytes <= 0) return { lease: false, why: "insufficientTraffic" };
  if (monthLeftBytes !== null && monthLeftBytes <= 0) return { lease: false, why: "monthLimit" };
  if (dayLeftBytes !== null && dayLeftBytes <= 0) return { lease: false, why: "dayLimit" };
  const left = Math.min(leftBytes, dayLeftBytes ?? leftBytes, monthLeftBytes ?? leftBytes);
  const share = Math.max(smallestLeaseBytes, Math.floor(left * leaseShare));
  const wanted = Math.min(Math.max(wantedBytes, 1), largestLeaseBytes);
  return { lease: true, bytes: Math.min(wanted, share, left) };
}

/** One reported line's bytes. */
export interface Carried {
  upBytes: number;
  downBytes: number;
}

/**
 * What of a reported line is billed when `billableBytes` are there: all of it, or what is there.
 * The rest is forgiven, and statistics count what was billed alone, so that all sums agree.
 */
export function billable(carried: Carried, billableBytes: number): Carried {
  const upBytes = Math.min(carried.upBytes, billableBytes);
  return { upBytes, downBytes: Math.min(carried.downBytes, billableBytes - upBytes) };
}
