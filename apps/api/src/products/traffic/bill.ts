/** Decides which reported bytes are billed, and from where: pure arithmetic, without a database. */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { billable } from "@turnpike/rules/lease.ts";
import type { LeaseRow } from "../lease/store.ts";
import type { SubAccountRow } from "../sub-account/store/sub-accounts.ts";

/** Of one row: only false reports have more. Sums of many rows stay countable. */
const maxRequests = 1_000_000_000;

/** A reported row and how many of its bytes its lease covers. */
export interface MatchedRow {
  row: UsageRow;
  sub: SubAccountRow;
  lease: LeaseRow | null;
  /** Bytes covered by the lease, and bytes beyond it. */
  leasedBytes: number;
  beyondBytes: number;
}

/** A sub-account's bill of a batch. */
export interface Bill {
  sub: SubAccountRow;
  /** By the leases' source: the account's rest or the allotment. */
  leasedFromRest: number;
  leasedFromAllotment: number;
  /** Bytes reported after their lease was settled; billed from where its rest was returned to. */
  beyondLease: number;
}

/** A row with the bytes that were billed of it, which the statistics count. */
export interface BilledRow {
  row: UsageRow;
  sub: SubAccountRow;
  /** The lease that it was carried under; null if unknown. */
  lease: LeaseRow | null;
  upBytes: number;
  downBytes: number;
}

/** Matches rows with leases, in order. Skips unknown sub-accounts and invalid counts. */
export function matchLeases(
  rows: UsageRow[],
  subs: SubAccountRow[],
  leases: LeaseRow[],
): MatchedRow[] {
  const subById = new Map(subs.map((sub) => [sub.id, sub]));
  const leaseById = new Map(leases.map((lease) => [lease.id, lease]));
  const left = new Map(leases.map((lease) => [lease.id, leftOf(lease)]));
  const matched: MatchedRow[] = [];
  for (const row of rows) {
    const lease = leaseById.get(row.leaseId) ?? null;
    const sub = subById.get(lease?.sub_account_id ?? row.subAccountId);
    if (sub === undefined) continue;
    if (![row.upBytes, row.downBytes, row.requests].every(isCount)) continue;
    const bytes = row.upBytes + row.downBytes;
    const leasedBytes = Math.min(bytes, left.get(row.leaseId) ?? 0);
    if (lease !== null) left.set(lease.id, (left.get(lease.id) ?? 0) - leasedBytes);
    const counted = { ...row, requests: Math.min(row.requests, maxRequests) };
    matched.push({ row: counted, sub, lease, leasedBytes, beyondBytes: bytes - leasedBytes });
  }
  return matched;
}

function leftOf(lease: LeaseRow): number {
  return lease.settled_at === null ? lease.leased_bytes - lease.used_bytes : 0;
}

/** Bills claims. `freeBytesBySub` are the free bytes of each sub-account's bucket. */
export function bill(
  claims: MatchedRow[],
  freeBytesBySub: Map<string, number>,
): { bills: Bill[]; rows: BilledRow[] } {
  const free = new Map(freeBytesBySub);
  const bills = new Map<string, Bill>();
  const rows = claims.map(({ row, sub, lease, leasedBytes, beyondBytes }) => {
    const beyond = Math.min(beyondBytes, free.get(sub.id) ?? 0);
    free.set(sub.id, (free.get(sub.id) ?? 0) - beyond);
    const fresh = { sub, leasedFromRest: 0, leasedFromAllotment: 0, beyondLease: 0 };
    const own = bills.get(sub.id) ?? fresh;
    bills.set(sub.id, own);
    if (lease?.source === "main") own.leasedFromRest += leasedBytes;
    else own.leasedFromAllotment += leasedBytes;
    own.beyondLease += beyond;
    return { row, sub, lease, ...billable(row, leasedBytes + beyond) };
  });
  return { bills: [...bills.values()], rows };
}
