/** Which usage reports were applied. The only file that names their table. */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** Marks reports as applied; answers those that were not yet. */
export async function markApplied(
  tx: Tx,
  reports: UsageReport[],
  at: Date,
): Promise<UsageReport[]> {
  const byKey = new Map(reports.map((report) => [keyOf(report), report]));
  const each = [...byKey.values()];
  const { rows } = await sql<{ gateway: string; epoch: string; sequence: number }>`
    insert into usage_report (gateway, epoch, sequence, applied_at)
    select gateway, epoch, sequence, ${at}::timestamptz
    from unnest(${each.map((report) => report.gateway)}::text[],
      ${each.map((report) => report.epoch)}::text[],
      ${each.map((report) => report.sequence)}::bigint[]) as given (gateway, epoch, sequence)
    order by gateway, epoch, sequence
    on conflict do nothing returning gateway, epoch, sequence`.execute(tx);
  return rows.map((row) => byKey.get(keyOf(row))).filter((report) => report !== undefined);
}

function keyOf(report: Pick<UsageReport, "gateway" | "epoch" | "sequence">): string {
  return JSON.stringify([report.gateway, report.epoch, report.sequence]);
}

/** Forgets reports applied before an instant; 50,000 at most. */
export async function forgetReports(db: Db, before: Date): Promise<void> {
  await sql`
    delete from usage_report where ctid = any(array(
      select ctid from usage_report where applied_at < ${before}
      order by applied_at limit 50000))`.execute(db);
}
