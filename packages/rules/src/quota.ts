/** What a sub-account may be allotted, and what it has left (spec/traffic-plan#allotment). */

/** A sub-account's bytes as they stand. What the main one used counts as allotted too. */
export interface Allotment {
  main: boolean;
  allottedBytes: number;
  usedBytes: number;
}

export type AllotVerdict =
  /** Move `bytes` from the account's rest to the sub-account; below 0: back. */
  | { allot: true; bytes: number }
  | { allot: false; why: "allotmentBelowUsed" | "insufficientTraffic" };

/**
 * Sets the total ever allotted. `movableBytes` lie unleased in the allotment, `restBytes` unallotted
 * in the account. Less than what is used is refused; bytes that a gateway holds on lease at this
 * moment count as used until they come back.
 */
export function decideAllotment(asked: {
  now: Allotment;
  totalBytes: number;
  movableBytes: number;
  restBytes: number;
}): AllotVerdict {
  const bytes = asked.totalBytes - asked.now.allottedBytes;
  if (asked.totalBytes < asked.now.usedBytes) return { allot: false, why: "allotmentBelowUsed" };
  if (-bytes > asked.movableBytes) return { allot: false, why: "allotmentBelowUsed" };
  if (bytes > asked.restBytes) return { allot: false, why: "insufficientTraffic" };
  return { allot: true, bytes };
}

/** `availableBytes` of a sub-account; the main one has what the account has unallotted. */
export function availableBytes(of: Allotment, unallottedBytes: number): number {
  return of.main ? unallottedBytes : of.allottedBytes - of.usedBytes;
}

/** `allocatedBytes` of a sub-account; of the main one: what it used and may use. */
export function allocatedBytes(of: Allotment, unallottedBytes: number): number {
  return of.main ? of.usedBytes + unallottedBytes : of.allottedBytes;
}
