/**
 * Bytes billed per sub-account, budgeted target and UTC day. The only file that names their table.
 * Counted in the transaction that bills, by the target of the lease.
 */
import { dayOf } from "@turnpike/rules/statistics.ts";
import { dayStart, monthStart } from "@turnpike/rules/sub-account-limits.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { PeriodUse } from "./days.ts";

export interface TargetUse {
  subAccountId: string;
  /** The target of the budget. */
  target: string;
  /** Any instant of the UTC day, milliseconds since 1970. */
  at: number;
  bytes: number;
}

/** Adds billed bytes. Lock the sub-accounts first, so that concurrent batches do not deadlock. */
export async function addTargetUse(tx: Tx, uses: TargetUse[]): Promise<void> {
  const sums = new Map<string, TargetUse>();
  for (const use of uses) {
    if (use.bytes <= 0) continue;
    const key = `${use.subAccountId}/${dayOf(use.at)}/${use.target}`;
    const sum = sums.get(key);
    if (sum) sum.bytes += use.bytes;
    else sums.set(key, { ...use });
  }
  const rows = [...sums.values()];
  if (rows.length === 0) return;
  await sql`
    insert into sub_account_target_day (sub_account_id, target, day, used_bytes)
    select * from unnest(${rows.map((use) => use.subAccountId)}::uuid[],
      ${rows.map((use) => use.target)}::text[], ${rows.map((use) => dayOf(use.at))}::date[],
      ${rows.map((use) => use.bytes)}::bigint[])
    on conflict (sub_account_id, target, day) do update set
      used_bytes = sub_account_target_day.used_bytes + excluded.used_bytes`.execute(tx);
}

/** Bytes used in the UTC day and month of `now`, by sub-account and target. */
export async function usedByTarget(
  db: Db | Tx,
  subAccountIds: string[],
  now: number,
): Promise<Map<string, Map<string, PeriodUse>>> {
  const used = new Map<string, Map<string, PeriodUse>>();
  if (subAccountIds.length === 0) return used;
  const { rows } = await sql<PeriodUse & { id: string; target: string }>`
    select sub_account_id as id, target, sum(used_bytes)::bigint as "monthUsedBytes",
      coalesce(sum(used_bytes) filter (where day = ${dayOf(dayStart(now))}::date), 0)::bigint
        as "dayUsedBytes"
    from sub_account_target_day
    where sub_account_id = any(${subAccountIds}::uuid[])
      and day between ${dayOf(monthStart(now))}::date and ${dayOf(now)}::date
    group by 1, 2`.execute(db);
  for (const { id, target, ...use } of rows) {
    const own = used.get(id) ?? new Map<string, PeriodUse>();
    used.set(id, own.set(target, use));
  }
  return used;
}

/** Deletes the use by target of deleted sub-accounts. */
export async function removeTargetUse(tx: Tx, subAccountIds: string[]): Promise<void> {
  await sql`
    delete from sub_account_target_day
    where sub_account_id = any(${subAccountIds}::uuid[])`.execute(tx);
}
