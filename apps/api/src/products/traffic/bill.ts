/** What of reported usage is billed, and from where: arithmetic over rows, without a database. */
import type { UsageRow } from "@turnpike/contract/data-plane.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { billable } from "@turnpike/rules/lease.ts";
import type { LeaseRow } from "../lease/store.ts";
import type { SubAccountRow } from "../sub-account/store/sub-accounts.ts";

/** A reported row, with what its lease still covers of it. */
export interface Claim {
  row: UsageRow;
  sub: SubAccountRow;
  lease: LeaseRow | null;
  /** Bytes that its lease pays, and those beyond it. */
  leasedBytes: number;
  beyondBytes: number;
}

/** One sub-account's bill of a batch. */
export interface Bill {
  sub: SubAccountRow;
  /** By source of the leases: the account's rest, or the allotment. */
  leasedFromRest: number;
  leasedFromAllotment: number;
  /** Reported after its lease had come back: taken from where it came back to. */
  beyondLease: number;
}

/** A row as statistics count it: what was billed of it. */
export interface BilledRow {
  row: UsageRow;
  sub: SubAccountRow;
  /** What it was carried under; null where that is unknown here. */
  lease: LeaseRow | null;
  upBytes: number;
  downBytes: number;
}

/** Sets rows against their leases, in order. Rows of nobody or with false numbers are left out. */
export function claim(rows: UsageRow[], subs: SubAccountRow[], leases: LeaseRow[]): Claim[] {
  const subById = new Map(subs.map((sub) => [sub.id, sub]));
  const leaseById = new Map(leases.map((lease) => [lease.id, lease]));
  const left = new Map(leases.map((lease) => [lease.id, leftOf(lease)]));
  const claims: Claim[] = [];
  for (const row of rows) {
    const lease = leaseById.get(row.leaseId) ?? null;
    const sub = subById.get(lease?.sub_account_id ?? row.subAccountId);
    if (sub === undefined) continue;
    if (![row.upBytes, row.downBytes, row.requests].every(isCount)) continue;
    const bytes = row.upBytes + row.downBytes;
    const leasedBytes = Math.min(bytes, left.get(row.leaseId) ?? 0);
    if (lease !== null) left.set(lease.id, (left.get(lease.id) ?? 0) - leasedBytes);
    claims.push({ row, sub, lease, leasedBytes, beyondBytes: bytes - leasedBytes });
  }
  return claims;
}

function leftOf(lease: LeaseRow): number {
  return lease.settled_at === null ? lease.leased_bytes - lease.used_bytes : 0;
}

/** Bills claims; `thereBytes` is what lies unleased where each sub-account draws from. */
export function bill(
  claims: Claim[],
  thereBytes: Map<string, number>,
): { bills: Bill[]; rows: BilledRow[] } {
  const there = new Map(thereBytes);
  const bills = new Map<string, Bill>();
  const rows = claims.map(({ row, sub, lease, leasedBytes, beyondBytes }) => {
    const beyond = Math.min(beyondBytes, there.get(sub.id) ?? 0);
    there.set(sub.id, (there.get(sub.id) ?? 0) - beyond);
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
