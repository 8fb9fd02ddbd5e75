/**
 * Usage reports become bills and statistics: each report once, all of a batch in one transaction.
 *
 *     report ─▶ lease row ─▶ ledger (lease:<sub> → usage) ─▶ statistics
 *            └▶ static IPs, ports of unlimited plans: counted by day, never billed; so are opened IPs
 *
 * Statistics count what the ledger was billed, by construction: their sums are equal to the byte.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { type Tx, transaction } from "../db/database.ts";
import { isUuid } from "../db/uuid.ts";
import { addLeaseUse, lockLeases } from "../hub/lease-store.ts";
import { post } from "../ledger/post.ts";
import type { Services } from "../services.ts";
import { addDayUse, type DayUse } from "../sub-account/days.ts";
import {
  allotmentBucket,
  bytesIn,
  leaseBucket,
  restBucket,
  usageHouse,
} from "../sub-account/moves.ts";
import { addUse, lockAny, type SubAccountRow } from "../sub-account/store.ts";
import { addOpenedUse } from "../pool/usage.ts";
import { addStaticUse } from "../static/usage.ts";
import { addPortUse } from "../unlimited/usage.ts";
import { type Bill, type BilledRow, bill, type Claim, claim, isCount } from "./bill.ts";
import { countedHour, countUsage, soundHour } from "./count.ts";
import { markApplied } from "./reports.ts";

/** Applies reports that were not applied yet; answers the sequences that now are. */
export async function ingest(services: Services, reports: UsageReport[]): Promise<number[]> {
  if (reports.length === 0) return [];
  const billed = await transaction(services.db, async (tx) => {
    const fresh = await markApplied(tx, reports, new Date(services.world.now()));
    return fresh.length > 0 ? apply(services, tx, fresh) : [];
  });
  // What was committed alone is shown as running.
  services.live.carried(
    billed.map(({ sub, upBytes, downBytes }) => {
      return { accountId: sub.account_id, subAccountId: sub.id, bytes: upBytes + downBytes };
    }),
  );
  return reports.map((report) => report.sequence);
}

async function apply(services: Services, tx: Tx, fresh: UsageReport[]): Promise<BilledRow[]> {
  const all = fresh.flatMap((report) => report.rows);
  await countUse(tx, all, services.world.now());
  const reported = all.filter((row) => !isCountedOnly(row));
  const subs = await lockAny(tx, [...new Set(reported.map((row) => row.subAccountId))]);
  const known = new Set(subs.map((sub) => sub.id));
  const leases = await lockLeases(tx, [...new Set(reported.map((row) => row.leaseId))]);
  const ofKnown = leases.filter((lease) => known.has(lease.sub_account_id));
  const claims = claim(reported, subs, ofKnown);
  const { bills, rows } = bill(claims, await bytesThere(tx, claims));
  const first = fresh[0] as UsageReport;
  // A report is new once: the first new one names this batch, and never another.
  const batch = `usage:${first.gateway}:${first.epoch}:${first.sequence}`;
  for (const each of bills) await postBill(services, tx, each, batch);
  const spent = new Map<string, number>();
  for (const { lease, leasedBytes } of claims) {
    if (lease !== null) spent.set(lease.id, (spent.get(lease.id) ?? 0) + leasedBytes);
  }
  await addLeaseUse(
    tx,
    [...spent].map(([id, bytes]) => ({ id, bytes })),
  );
  await addUse(tx, bills.map(useOf));
  const now = services.world.now();
  await countUsage(tx, rows, now);
  await addDayUse(
    tx,
    rows.map((each) => dayUseOf(each, now)),
  );
  return rows;
}

const isStatic = ({ product }: UsageRow) => product === "static" || product === "short";

const isUnlimited = ({ product }: UsageRow) => product === "port" || product === "bandwidth";

const isOpened = ({ product }: UsageRow) => product === "ip";

const isCountedOnly = (row: UsageRow) => isStatic(row) || isUnlimited(row) || isOpened(row);

/** Counts what is not billed: of static IPs, of ports of unlimited plans, and of opened IPs. */
async function countUse(tx: Tx, rows: UsageRow[], now: number): Promise<void> {
  const used = useAt(now);
  await addStaticUse(
    tx,
    rows
      .filter(isStatic)
      .flatMap((row) => used(row).map(({ id, ...use }) => ({ staticId: id, ...use }))),
  );
  await addPortUse(
    tx,
    rows
      .filter(isUnlimited)
      .flatMap((row) => used(row).map(({ id, ...use }) => ({ portId: id, ...use }))),
  );
  await addOpenedUse(
    tx,
    rows
      .filter(isOpened)
      .flatMap((row) => used(row).map(({ id, at: _at, ...use }) => ({ openedIpId: id, ...use }))),
  );
}

/** What a row counts as; one of nobody or with false numbers falls out. */
const useAt = (now: number) => (row: UsageRow) => {
  const { subAccountId: id, hour, upBytes, downBytes, requests } = row;
  if (!isUuid(id) || ![upBytes, downBytes, requests].every(isCount)) return [];
  return [{ id, at: soundHour(hour, now), upBytes, downBytes, requests }];
};

/** Where a sub-account's bytes come from when its lease has been returned. */
function drawnFrom(sub: SubAccountRow): string {
  return sub.main || sub.deleted_at !== null ? restBucket : allotmentBucket(sub.id);
}

/** What lies there for each sub-account that reports more than its leases hold. */
async function bytesThere(tx: Tx, claims: Claim[]): Promise<Map<string, number>> {
  const short = new Map(
    claims.filter((each) => each.beyondBytes > 0).map(({ sub }) => [sub.id, sub]),
  );
  const there = new Map<string, number>();
  for (const sub of short.values()) {
    there.set(sub.id, await bytesIn(tx, sub.account_id, drawnFrom(sub)));
  }
  return there;
}

async function postBill({ world }: Services, tx: Tx, own: Bill, batch: string): Promise<void> {
  const { sub, beyondLease } = own;
  const leased = own.leasedFromRest + own.leasedFromAllotment;
  if (leased + beyondLease === 0) return;
  const from = { owner: sub.account_id, asset: "traffic" } as const;
  const lines = [
    { ...from, bucket: leaseBucket(sub.id), amount: -leased },
    { ...from, bucket: drawnFrom(sub), amount: -beyondLease },
    { ...usageHouse, amount: leased + beyondLease },
  ].filter((line) => line.amount !== 0);
  const key = `${batch}:${sub.id}`;
  await post(tx, { key, kind: "usage", ref: sub.name, at: world.now(), lines });
}

/** A row as its sub-account's limits count it: in the day that statistics show it in. */
function dayUseOf(each: BilledRow, now: number): DayUse {
  const { sub, upBytes, downBytes } = each;
  return { subAccountId: sub.id, at: countedHour(each, now), bytes: upBytes + downBytes };
}

function useOf(own: Bill) {
  const { sub, leasedFromRest, leasedFromAllotment, beyondLease } = own;
  return {
    id: sub.id,
    usedBytes: leasedFromRest + leasedFromAllotment + beyondLease,
    fromRestBytes: leasedFromRest + (drawnFrom(sub) === restBucket ? beyondLease : 0),
  };
}
