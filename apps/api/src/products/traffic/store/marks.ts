/**
 * Which usage reports were applied: the sequences of each (gateway, epoch) as ranges, kept for ever.
 * The only file that names their tables.
 */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** 9999-12-31: a later hour is false. */
const lastInstant = 253_402_214_400_000;

/** Names one report for ever. */
export type ReportName = Pick<UsageReport, "gateway" | "epoch" | "sequence">;

/**
 * What is known of a report: `new`, surely `applied`, `assumed` (it was applied before the upgrade
 * that brought these marks, or its gateway set it aside), or `doubtful` (nobody can tell any more).
 */
export type Mark = "new" | "applied" | "assumed" | "doubtful";

/**
 * Locks the marks of these reports' gateways and epochs until the transaction ends, in one order,
 * and answers each report's. So two hubs that are given the same report apply it once.
 *
 * Before the upgrade reports were forgotten after some days. One that was made later than that is in
 * no doubt: had it been applied, it would be marked. Of those before, the ledger knows what was
 * billed; what is only counted it does not know.
 */
export async function lockMarks<T extends UsageReport>(
  tx: Tx,
  reports: T[],
): Promise<{ report: T; mark: Mark }[]> {
  const { gateways, epochs, sequences } = columnsOf(reports);
  await sql`
    insert into usage_mark (gateway, epoch)
    select distinct gateway, epoch from unnest(${gateways}::text[], ${epochs}::text[])
      as given (gateway, epoch)
    order by gateway, epoch
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ mark: Mark }>`
    with locked as materialized (
      select * from usage_mark
      where (gateway, epoch) in (
        select * from unnest(${gateways}::text[], ${epochs}::text[]))
      order by gateway, epoch for update
    )
    select case
        when m.applied @> given.sequence then 'applied'
        when u.remembered_from is null or given.made_after >= u.remembered_from then 'new'
        when given.sequence <= m.assumed_to then 'assumed'
        when given.sequence <= m.doubtful_to and given.made_after <= m.billed_at then 'doubtful'
        when given.counted then 'doubtful'
        else 'new' end as mark
    from unnest(${gateways}::text[], ${epochs}::text[], ${sequences}::bigint[],
        ${reports.map(madeAfter)}::timestamptz[], ${reports.map(isCounted)}::boolean[])
      with ordinality as given (gateway, epoch, sequence, made_after, counted, place)
    join locked m using (gateway, epoch)
    cross join usage_upgrade u
    order by given.place`.execute(tx);
  if (rows.length !== reports.length) throw new Error("marks of usage reports are missing");
  return reports.map((report, at) => ({ report, mark: (rows[at] as { mark: Mark }).mark }));
}

/** When a report was made at the earliest: no row is older than its hour. Null without rows. */
function madeAfter({ rows }: UsageReport): Date | null {
  const hours = rows.map(({ hour }) => hour).filter((hour) => Number.isSafeInteger(hour));
  const last = hours.reduce((latest, hour) => Math.max(latest, hour), 0);
  return last > 0 && last < lastInstant ? new Date(last) : null;
}

/** Whether some of it is counted and not billed, so that the ledger does not know of it. */
const isCounted = ({ rows }: UsageReport) => rows.some(({ product }) => product !== "traffic");

/** Marks reports as applied, for ever. Lock their marks first. */
export async function markApplied(tx: Tx, reports: ReportName[]): Promise<void> {
  const { gateways, epochs, sequences } = columnsOf(reports);
  await sql`
    update usage_mark m set applied = m.applied + added.sequences
    from (
      select gateway, epoch, range_agg(int8range(sequence, sequence, '[]')) as sequences
      from unnest(${gateways}::text[], ${epochs}::text[], ${sequences}::bigint[])
        as given (gateway, epoch, sequence)
      group by gateway, epoch
    ) added
    where m.gateway = added.gateway and m.epoch = added.epoch`.execute(tx);
}

/** The ledger's last entry before the upgrade, when reports were still forgotten. */
export async function lastEntryBefore(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select last_entry as id from usage_upgrade`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

function columnsOf(reports: ReportName[]) {
  return {
    gateways: reports.map((report) => report.gateway),
    epochs: reports.map((report) => report.epoch),
    sequences: reports.map((report) => report.sequence),
  };
}
