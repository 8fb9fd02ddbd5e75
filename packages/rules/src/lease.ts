/**
 * How many bytes a gateway gets on lease, and what a report bills of it (design §3): nothing is
 * carried that was not leased, nothing is billed that was not carried.
 */

/** A lease carries for so long; its bytes come back by report and settlement. */
export const leaseMs = 60_000;
/** A lease that expired so long ago, and was not settled, comes back by itself. */
export const leaseGraceMs = 10 * 60_000;
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
  | { lease: false; why: "insufficientTraffic" | "accountDisabled" };

/** Sizes a lease. `leftBytes` are those that lie unleased where the sub-account draws from. */
export function decideLease(asked: {
  enabled: boolean;
  leftBytes: number;
  wantedBytes: number;
}): LeaseVerdict {
  if (!asked.enabled) return { lease: false, why: "accountDisabled" };
  if (asked.leftBytes <= 0) return { lease: false, why: "insufficientTraffic" };
  const share = Math.max(smallestLeaseBytes, Math.floor(asked.leftBytes * leaseShare));
  const wanted = Math.min(Math.max(asked.wantedBytes, 1), largestLeaseBytes);
  return { lease: true, bytes: Math.min(wanted, share, asked.leftBytes) };
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
