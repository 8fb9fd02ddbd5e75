/**
 * How many bytes a gateway gets on lease, and what a report bills of it (spec/accounting#leases):
 * nothing is carried that was not leased, nothing is billed that was not carried.
 */

/**
 * A gateway that has not heard from the hub for so long carries no leased bytes any more: it cannot
 * know what was disabled meanwhile (spec/quality#m6). A setting of the node: this is the local
 * one's, and the least …
 */
export const leaseSeconds = 60;
/** … this what a node far away gets unless the operator says otherwise, and the most. */
export const farLeaseSeconds = 300;
/** A lease lasts for so much longer: it is renewed while the gateway may carry for as long as ever. */
const leaseSpareMs = 4 * 60_000;

/** How long a lease of a node lasts; its bytes come back by report and settlement. */
export function leaseMs(seconds: number): number {
  return seconds * 1_000 + leaseSpareMs;
}

/** A node's lease time as a message or a row has it, within its bounds. */
export function boundedLeaseSeconds(seconds: number | undefined): number {
  if (seconds === undefined || !Number.isFinite(seconds)) return leaseSeconds;
  return Math.min(farLeaseSeconds, Math.max(leaseSeconds, seconds));
}
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
 * several gateways together hold only a few of the last MiB (spec/quality#m5: 8 of 100).
 */
export const leaseShare = 1 / 32;
/**
 * A customer with more than this left can spare what a busy gateway carries in the time that an API
 * takes to start again: leases may be larger than their share then …
 */
export const plentyBytes = 256 * 1024 * 1024;
/** … until one gateway holds this much of what is left beyond it for one sub-account. */
export const busyShare = 1 / 6;
/** More is never asked for by a gateway: some 13 s at 10 Gbit/s. */
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
 * Sizes a lease. `heldBytes` are those that the asking gateway still holds of other leases for this
 * sub-account. `leftBytes` are those that lie unleased where the sub-account draws from;
 * `dayLeftBytes` and `monthLeftBytes` are what its owner's limits leave beside all that is used
 * and on lease, null where there is no limit; `targetLeftBytes` likewise of the budget of the target that
 * the bytes are for. What the month refuses, tomorrow refuses too.
 */
export function decideLease(asked: {
  enabled: boolean;
  /** Its account owes, and the time that its traffic went on for is over (spec/money#arrears). */
  inArrears?: boolean;
  leftBytes: number;
  dayLeftBytes?: number | null;
  monthLeftBytes?: number | null;
  targetLeftBytes?: number | null;
  wantedBytes: number;
  heldBytes?: number;
}): LeaseVerdict {
  const { leftBytes, wantedBytes } = asked;
  const { dayLeftBytes = null, monthLeftBytes = null, targetLeftBytes = null } = asked;
  if (!asked.enabled) return { lease: false, why: "accountDisabled" };
  if (asked.inArrears) return { lease: false, why: "inArrears" };
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
    busyRoom(left, asked.heldBytes ?? 0),
  );
  const wanted = Math.min(Math.max(wantedBytes, 1), largestLeaseBytes);
  return { lease: true, bytes: Math.min(wanted, share, left) };
}

/** What a busy gateway may get beside what it holds already; below 0 where it holds more. */
function busyRoom(leftBytes: number, heldBytes: number): number {
  return Math.floor((leftBytes + heldBytes - plentyBytes) * busyShare) - heldBytes;
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
