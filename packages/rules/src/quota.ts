/** Allotments of sub-accounts, and what is left of them (spec/traffic-plan#allotment). */

/** A sub-account's current bytes. For the main one, what it used counts as allotted too. */
export interface Allotment {
  main: boolean;
  allottedBytes: number;
  usedBytes: number;
}

export type AllotVerdict =
  /** Moves `bytes` from the account's unallotted rest to the sub-account; negative: back. */
  | { allot: true; bytes: number }
  | { allot: false; why: "allotmentBelowUsed" | "insufficientTraffic" };

/**
 * Sets the total ever allotted. `movableBytes` of the allotment are not leased, `restBytes` of the
 * account are not allotted. A total below the used bytes is refused; bytes on lease at a gateway
 * count as used until they are returned.
 */
export function decideAllotment(request: {
  now: Allotment;
  totalBytes: number;
  movableBytes: number;
  restBytes: number;
}): AllotVerdict {
  const bytes = request.totalBytes - request.now.allottedBytes;
  if (request.totalBytes < request.now.usedBytes)
    return { allot: false, why: "allotmentBelowUsed" };
  if (-bytes > request.movableBytes) return { allot: false, why: "allotmentBelowUsed" };
  if (bytes > request.restBytes) return { allot: false, why: "insufficientTraffic" };
  return { allot: true, bytes };
}

/** `availableBytes` of a sub-account; for the main one, the account's unallotted bytes. */
export function availableBytes(of: Allotment, unallottedBytes: number): number {
  return of.main ? unallottedBytes : of.allottedBytes - of.usedBytes;
}

/** `allocatedBytes` of a sub-account; for the main one, what it has used and may still use. */
export function allocatedBytes(of: Allotment, unallottedBytes: number): number {
  return of.main ? of.usedBytes + unallottedBytes : of.allottedBytes;
}
