/**
 * Bytes billed per sub-account and UTC day, for its owner's limits. The only file that names their
 * table. Counted in the transaction that bills, so it matches the statistics of the day.
 */
import { dayMs, dayOf } from "@turnpike/rules/statistics.ts";
import { dayStart, monthStart } from "@turnpike/rules/sub-account-limits.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { findPartitions } from "../../../platform/partitions/store.ts";

/** Longer than any month; expired days are dropped as whole partitions. */
export const dayUseRetentionMs = 62 * dayMs;

export interface DayUse {
  subAccountId: string;
  /** Any instant of the UTC day, milliseconds since 1970. */
  at: number;
  bytes: number;
}

/**
 * Adds billed bytes. Lock the sub-accounts first, so that concurrent batches do not deadlock. Use
 * of a day whose partition was dropped is ignored: it would be only part of the day's total.
 */
export async function addDayUse(tx: Tx, uses: DayUse[], now: number): Promise<void> {
  const sums = new Map<string, DayUse>();
  for (const use of uses) {
    const key = `${use.subAccountId}/${dayOf(use.at)}`;
    const sum = sums.get(key);
    if (sum) sum.bytes += use.bytes;
    else sums.set(key, { ...use });
  }
  const billed = [...sums.values()].filter((use) => use.bytes > 0);
  const rows = await withinPartitions(tx, billed, now);
  if (rows.length === 0) return;
  await sql`
    insert into sub_account_day (sub_account_id, day, used_bytes)
    select * from unnest(${rows.map((use) => use.subAccountId)}::uuid[],
      ${rows.map((use) => dayOf(use.at))}::date[], ${rows.map((use) => use.bytes)}::bigint[])
    on conflict (sub_account_id, day) do update set
      used_bytes = sub_account_day.used_bytes + excluded.used_bytes`.execute(tx);
}

/** The uses whose day still has a partition. */
async function withinPartitions(tx: Tx, uses: DayUse[], now: number): Promise<DayUse[]> {
  const isRecent = ({ at }: DayUse) => at > now - dayUseRetentionMs;
  if (uses.every(isRecent)) return uses;
  const kept = await findPartitions(tx, ["sub_account_day"]);
  return uses.filter(
    (use) => isRecent(use) || kept.some(({ from, to }) => from <= use.at && use.at < to),
  );
}

/** Subtracts `bytesByInstant` from a locked row's days; dropped days are ignored. */
export async function subtractDayUse(
  tx: Tx,
  subAccountId: string,
  bytesByInstant: Map<number, number>,
): Promise<void> {
  await sql`
    update sub_account_day d set used_bytes = d.used_bytes - less.bytes
    from (
      select day, sum(bytes) as bytes
      from unnest(${[...bytesByInstant.keys()].map(dayOf)}::date[], ${[...bytesByInstant.values()]}::bigint[])
        as given (day, bytes) group by day
    ) less
    where d.sub_account_id = ${subAccountId} and d.day = less.day`.execute(tx);
}

export interface PeriodUse {
  dayUsedBytes: number;
  monthUsedBytes: number;
}

/** Bytes used in the UTC day and UTC month of `now`, by sub-account. */
export async function usedInPeriods(
  db: Db | Tx,
  subAccountIds: string[],
  now: number,
): Promise<Map<string, PeriodUse>> {
  const { rows } = await sql<PeriodUse & { id: string }>`
    select sub_account_id as id, sum(used_bytes)::bigint as "monthUsedBytes",
      coalesce(sum(used_bytes) filter (where day = ${dayOf(dayStart(now))}::date), 0)::bigint
        as "dayUsedBytes"
    from sub_account_day
    where sub_account_id = any(${subAccountIds}::uuid[])
      and day between ${dayOf(monthStart(now))}::date and ${dayOf(now)}::date
    group by 1`.execute(db);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

export const nothingUsed: PeriodUse = { dayUsedBytes: 0, monthUsedBytes: 0 };
