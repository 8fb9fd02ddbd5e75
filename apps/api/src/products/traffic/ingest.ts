/**
 * Turns usage reports into bills and statistics: each report once, a batch in one transaction.
 *
 *     report ─▶ lease row (posted to the ledger once a minute) ─▶ statistics
 *            ├▶ static IPs, ports of unlimited plans: by day, never billed; so are opened IPs
 *            └▶ the usage report: all of it, and how requests ended
 *
 * Statistics count exactly the bytes that were billed, so their sums equal the ledger's.
 */
import type { SetAsideReport, UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { endUsedQuotas } from "../../inventory/upstream/states.ts";
import { addUpstreamUsage } from "../../inventory/upstream/usage.ts";
import { addLeaseUse } from "../lease/store.ts";
import { post } from "../../ledger/post.ts";
import { addPending } from "../../ledger/reserve.ts";
import { liveLoad } from "../live/load.ts";
import type { Services } from "../../platform/services.ts";
import { addDayUse, type DayUse } from "../sub-account/store/days.ts";
import { addTargetUse } from "../sub-account/store/target-days.ts";
import { allotmentBucket, bytesIn, restBucket, usageHouse } from "../sub-account/moves.ts";
import { addUse, type SubAccountRow } from "../sub-account/store/sub-accounts.ts";
import { addOpenedUse } from "../pool/store/opened-ips.ts";
import { addStaticUse } from "../static/store/usage.ts";
import { addPortUse } from "../unlimited/store/usage.ts";
import { addUsed } from "../usage/store/add.ts";
import { isBilled } from "./billed.ts";
import { type Bill, type BilledRow, bill, type MatchedRow, matchLeases } from "./bill.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { localNode } from "@turnpike/rules/node.ts";
import { countedHour, countUsage, soundHour } from "./count.ts";
import { isAllOwn, lockBilled, removeForeignRows } from "./foreign.ts";
import { hasRoomFor, insertQuarantined, insertUntrustedRows } from "./store/quarantine.ts";
import { lockMarks, markApplied } from "./store/marks.ts";
import { usedRows } from "./usage-rows.ts";

/** Why a report is set aside if it is unknown whether it was applied before the upgrade. */
const doubtfulReason = "it may have been applied before the upgrade";

/** The sender of reports. */
export interface ReportSender {
  /** The node of the connection, by default the local one. */
  node: string;
  /** Called with rows that do not belong to the node, before the others are applied. */
  foreign?: (rows: UsageRow[]) => void;
  /** Called with the number of bytes that were billed. */
  billed?: (bytes: number) => void;
}

/**
 * Applies reports that were not applied yet. Returns the sequences that are done. Reports that may
 * have been applied before the upgrade are set aside, so that nothing is billed twice.
 */
export async function ingest(
  services: Services,
  reports: UsageReport[],
  { node, foreign, billed: onBilled }: ReportSender = { node: localNode },
): Promise<number[]> {
  if (reports.length === 0) return [];
  const billed = await transaction(services.db, async (tx) => {
    const marked = await lockMarks(tx, deduplicate(reports), node);
    const withMark = (mark: string) =>
      marked.filter((each) => each.mark === mark).map(({ report }) => report);
    const at = services.world.now();
    const doubtful = withMark("doubtful").map((report) => ({ report, why: doubtfulReason, at }));
    if (doubtful.length > 0) await insertQuarantined(services, tx, doubtful);
    const fresh = withMark("new");
    if (fresh.length === 0) return [];
    const own = await removeForeignRows(tx, fresh, node);
    await insertUntrustedRows(tx, own.others, { node, at: new Date(at) });
    const others = own.others.flatMap(({ rows }) => rows);
    const { rows, dropped } = await applyReports(services, tx, own.reports, { node });
    if (dropped.length + others.length > 0) foreign?.([...dropped, ...others]);
    return rows;
  });
  addLiveTraffic(services, billed);
  if (reports.some(({ upstreams }) => upstreams?.length))
    await endUsedQuotas(services).catch((error: unknown) => {
      // The reports are applied: whoever sent them must not send them again.
      services.log.warn({ err: error }, "quotas of upstreams were not compared");
    });
  onBilled?.(billed.reduce((sum, { upBytes, downBytes }) => sum + upBytes + downBytes, 0));
  return reports.map((report) => report.sequence);
}

/**
 * Keeps reports that could not be applied for the operator. One that is not covered by the node's
 * own leases is doubtful: it is applied only if the operator selects it.
 * @throws Error if too many of the node's reports wait; the gateway keeps these
 */
export async function quarantineReports(
  services: Services,
  asides: SetAsideReport[],
  { node }: Pick<ReportSender, "node"> = { node: localNode },
): Promise<void> {
  if (asides.length === 0) return;
  await transaction(services.db, async (tx) => {
    if (node !== localNode && !(await hasRoomFor(tx, node, asides.length)))
      throw new Error(`too many reports of ${node} are set aside`);
    const doubted = new Set<UsageReport>();
    for (const { report } of asides) if (!(await isAllOwn(tx, report, node))) doubted.add(report);
    await insertQuarantined(services, tx, asides, doubted);
  });
}

/** Adds committed bytes to the live traffic. */
export function addLiveTraffic(services: Services, billed: BilledRow[]): void {
  liveLoad(services).addBytes(
    billed.map(({ sub, upBytes, downBytes }) => {
      return { accountId: sub.account_id, subAccountId: sub.id, bytes: upBytes + downBytes };
    }),
  );
}

/** Removes duplicates. Throws if a report has no valid sequence, as it could not be identified. */
function deduplicate(reports: UsageReport[]): UsageReport[] {
  const bad = reports.find(({ sequence }) => !Number.isSafeInteger(sequence) || sequence < 1);
  if (bad !== undefined) throw new RangeError(`a report's sequence is ${bad.sequence}`);
  const nameOf = (of: UsageReport) => JSON.stringify([of.gateway, of.epoch, of.sequence]);
  return [...new Map(reports.map((report) => [nameOf(report), report])).values()];
}

/**
 * Bills and counts reports of a node and marks them as applied. The caller has locked their marks and
 * found them unapplied. `batch` prefixes the ledger entries' keys and must be unique to this batch.
 * Returns what was billed, and rows of billed traffic that no lease of the node covers.
 */
export async function applyReports(
  services: Services,
  tx: Tx,
  fresh: UsageReport[],
  { node, batch = batchOf(fresh[0] as UsageReport) }: { node: string; batch?: string },
): Promise<{ rows: BilledRow[]; dropped: UsageRow[] }> {
  await markApplied(tx, fresh);
  const all = fresh.flatMap((report) => report.rows);
  await countUnbilledUse(tx, all, services.world.now());
  const locked = await lockBilled(tx, all.filter(isBilled), node);
  const { subs, dropped } = locked;
  const known = new Set(subs.map((sub) => sub.id));
  const ofKnown = locked.leases.filter((lease) => known.has(lease.sub_account_id));
  const matched = matchLeases(locked.rows, subs, ofKnown);
  const { bills, rows } = bill(matched, await freeBytesOf(tx, matched));
  for (const each of bills) await postBeyondLease(services, tx, each, batch);
  const spent = new Map<string, number>();
  for (const { lease, leasedBytes } of matched) {
    if (lease !== null) spent.set(lease.id, (spent.get(lease.id) ?? 0) + leasedBytes);
  }
  await addLeaseUse(
    tx,
    [...spent].map(([id, bytes]) => ({ id, bytes })),
    new Date(services.world.now()),
  );
  await addPending(tx, bills.map(pendingOf));
  await addUse(tx, bills.map(useOf));
  const now = services.world.now();
  await countUsage(tx, rows, now);
  const counted = all.filter(isCountedOnly);
  const outcomes = fresh.flatMap((report) => report.outcomes ?? []);
  await addUsed(tx, await usedRows(tx, { billed: rows, counted, outcomes, now }));
  await addDayUse(
    tx,
    rows.map((each) => dayUseOf(each, now)),
    now,
  );
  await addTargetUse(
    tx,
    rows.flatMap((each) => {
      const target = each.lease?.target;
      return target ? [{ ...dayUseOf(each, now), target }] : [];
    }),
  );
  const upstreams = fresh.flatMap((report) => report.upstreams ?? []);
  // Last: other reports wait for an upstream's sum of the day until the commit.
  await addUpstreamUsage(tx, upstreams, now);
  return { rows, dropped };
}

/** A report is new only once, so the first one's name identifies its batch. */
function batchOf({ gateway, epoch, sequence }: UsageReport): string {
  return `usage:${gateway}:${epoch}:${sequence}`;
}

const isStatic = ({ product }: UsageRow) => product === "static" || product === "short";

const isUnlimited = ({ product }: UsageRow) => product === "port" || product === "bandwidth";

const isOpened = ({ product }: UsageRow) => product === "ip";

const isCountedOnly = (row: UsageRow) => !isBilled(row);

/** Counts usage that is not billed: static IPs, ports of unlimited plans and opened IPs. */
async function countUnbilledUse(tx: Tx, rows: UsageRow[], now: number): Promise<void> {
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

/** The use that a row counts as; none if its id or its counts are invalid. */
const useAt = (now: number) => (row: UsageRow) => {
  const { subAccountId: id, hour, upBytes, downBytes, requests } = row;
  if (!isUuid(id) || ![upBytes, downBytes, requests].every(isCount)) return [];
  return [{ id, at: soundHour(hour, now), upBytes, downBytes, requests }];
};

/** The bucket that a sub-account's bytes come from once its lease is settled. */
function unleasedBucket(sub: SubAccountRow): string {
  return sub.main || sub.deleted_at !== null ? restBucket : allotmentBucket(sub.id);
}

/** Free bytes in that bucket, for each sub-account that reports more than its leases cover. */
async function freeBytesOf(tx: Tx, claims: MatchedRow[]): Promise<Map<string, number>> {
  const short = new Map(
    claims.filter((each) => each.beyondBytes > 0).map(({ sub }) => [sub.id, sub]),
  );
  const free = new Map<string, number>();
  for (const sub of short.values()) {
    free.set(sub.id, await bytesIn(tx, sub, unleasedBucket(sub)));
  }
  return free;
}

/** What leases cover is posted once a minute (`lease/post-usage.ts`). */
function pendingOf({ sub, leasedFromRest, leasedFromAllotment }: Bill) {
  const amount = leasedFromRest + leasedFromAllotment;
  return { owner: sub.account_id, asset: assetOfPool(sub.pool), amount };
}

/** Posts bytes beyond a lease at once. */
async function postBeyondLease(
  { world }: Services,
  tx: Tx,
  own: Bill,
  batch: string,
): Promise<void> {
  const { sub, beyondLease } = own;
  if (beyondLease === 0) return;
  const owner = sub.account_id;
  const asset = assetOfPool(sub.pool);
  const lines = [
    { owner, asset, bucket: unleasedBucket(sub), amount: -beyondLease },
    { ...usageHouse(asset), amount: beyondLease },
  ];
  const key = `${batch}:${sub.id}`;
  const { applied } = await post(tx, { key, kind: "usage", ref: sub.name, at: world.now(), lines });
  // Otherwise statistics would count bytes that the ledger did not bill.
  if (!applied) throw new Error(`usage was billed before: ${key}`);
}

/** A row's use for the sub-account's limits, on the same day as in the statistics. */
function dayUseOf(each: BilledRow, now: number): DayUse {
  const { sub, upBytes, downBytes } = each;
  return { subAccountId: sub.id, at: countedHour(each, now), bytes: upBytes + downBytes };
}

function useOf(own: Bill) {
  const { sub, leasedFromRest, leasedFromAllotment, beyondLease } = own;
  return {
    id: sub.id,
    usedBytes: leasedFromRest + leasedFromAllotment + beyondLease,
    fromRestBytes: leasedFromRest + (unleasedBucket(sub) === restBucket ? beyondLease : 0),
  };
}
