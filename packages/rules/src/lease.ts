/**
 * How many bytes a gateway gets on lease, and what of a report is billed (spec/accounting#leases):
 * nothing unleased is carried, nothing is billed that was not carried.
 */

/**
 * A gateway stops carrying leased bytes this long after it last heard from the hub, since it may
 * have missed that an account was disabled (spec/quality#m6). A setting of each node: this is the
 * local node's value and the minimum …
 */
export const leaseSeconds = 60;
/** … and this is the default of a remote node, and the maximum. */
export const farLeaseSeconds = 300;
/** Leases last longer by this much, so that they are renewed well before they expire. */
const leaseSpareMs = 4 * 60_000;

/** Returns how long a node's lease lasts; its unused bytes return by report and settlement. */
export function leaseMs(seconds: number): number {
  return seconds * 1_000 + leaseSpareMs;
}

/** Clamps a node's lease time, as received or stored, to its bounds. */
export function boundedLeaseSeconds(seconds: number | undefined): number {
  if (seconds === undefined || !Number.isFinite(seconds)) return leaseSeconds;
  return Math.min(farLeaseSeconds, Math.max(leaseSeconds, seconds));
}
/** An unsettled lease is taken back this long after it expired. */
export const leaseGraceMs = 10 * 60_000;
/**
 * A lease that its gateway does not list this long after it was granted never arrived there:
 * gateways wait for a response less than half as long.
 */
export const unheldLeaseMs = 15_000;
/** If less than this is left, all of it goes into one lease. */
export const smallestLeaseBytes = 64 * 1024;
/**
 * One lease takes at most this share of what is left. So leases shrink as a balance runs out, and
 * several gateways together hold little of the last MiB (spec/quality#m5: at most 8 of 100 MiB).
 */
export const leaseShare = 1 / 32;
/**
 * A customer with more than this left can spare what a busy gateway carries while an API restarts,
 * so leases may be larger than their usual share …
 */
export const largeBalanceBytes = 256 * 1024 * 1024;
/** … until one gateway holds this share of the excess for one sub-account. */
export const busyGatewayShare = 1 / 6;
/** Gateways never request more than this: about 13 s at 10 Gbit/s. */
export const largestLeaseBytes = 16 * 1024 * 1024 * 1024;

export type LeaseVerdict =
  | { lease: true; bytes: number }
  | {
      lease: false;
      why:
        | "insufficientTraffic"
        | "accountDisabled"
        | "inArrears"
        | "dayLimit"
        | "monthLimit"
        | "targetBudgetSpent";
    };

/**
 * Sizes a lease. `heldBytes` remain on other leases that the requesting gateway holds for this
 * sub-account. `leftBytes` are the unleased bytes that the sub-account draws from. `dayLeftBytes`
 * and `monthLeftBytes` remain under the owner's limits after all use and leases, null without a
 * limit; `targetLeftBytes` likewise for the budget of the requested target. The month is checked
 * before the day, since its refusal lasts longer.
 */
export function decideLease(request: {
  enabled: boolean;
  /** The account is in arrears, and its grace period is over (spec/money#arrears). */
  inArrears?: boolean;
  leftBytes: number;
  dayLeftBytes?: number | null;
  monthLeftBytes?: number | null;
  targetLeftBytes?: number | null;
  wantedBytes: number;
  heldBytes?: number;
}): LeaseVerdict {
  const { leftBytes, wantedBytes } = request;
  const { dayLeftBytes = null, monthLeftBytes = null, targetLeftBytes = null } = request;
  if (!request.enabled) return { lease: false, why: "accountDisabled" };
  if (request.inArrears) return { lease: false, why: "inArrears" };
  if (leftBytes <= 0) return { lease: false, why: "insufficientTraffic" };
  if (monthLeftBytes !== null && monthLeftBytes <= 0) return { lease: false, why: "monthLimit" };
  if (dayLeftBytes !== null && dayLeftBytes <= 0) return { lease: false, why: "dayLimit" };
  if (targetLeftBytes !== null && targetLeftBytes <= 0)
    return { lease: false, why: "targetBudgetSpent" };
  const limits = [dayLeftBytes, monthLeftBytes, targetLeftBytes];
  const left = Math.min(leftBytes, ...limits.map((limit) => limit ?? leftBytes));
  const share = Math.max(
    smallestLeaseBytes,
    Math.floor(left * leaseShare),
    busyLeaseBytes(left, request.heldBytes ?? 0),
  );
  const wanted = Math.min(Math.max(wantedBytes, 1), largestLeaseBytes);
  return { lease: true, bytes: Math.min(wanted, share, left) };
}

/** Returns how much more a busy gateway may get; negative if it holds more than its share. */
function busyLeaseBytes(leftBytes: number, heldBytes: number): number {
  return Math.floor((leftBytes + heldBytes - largeBalanceBytes) * busyGatewayShare) - heldBytes;
}

/** Bytes of one reported row. */
export interface Carried {
  upBytes: number;
  downBytes: number;
}

/**
 * Returns the billed part of a reported row if `billableBytes` are available: all of it, or just
 * those. The rest is waived; statistics count only billed bytes, so that all totals agree.
 */
export function billable(carried: Carried, billableBytes: number): Carried {
  const upBytes = Math.min(carried.upBytes, billableBytes);
  return { upBytes, downBytes: Math.min(carried.downBytes, billableBytes - upBytes) };
}
