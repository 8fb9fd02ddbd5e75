/**
 * Which usage reports were applied: ranges of sequences per gateway and epoch, kept for ever. The
 * only file that names their tables.
 */
import type { UsageReport } from "@turnpike/contract/data-plane.ts";
import { gatewayName, localNode } from "@turnpike/rules/node.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/**
 * Marks are kept for ever, so a machine may have some: one for each run of each of its workers. A
 * mark grows by gaps alone, and reports have gaps only where one was set aside.
 */
const maxRunsOfNode = 100_000;
const maxGaps = 2_000;

/** 9999-12-31; later hours are invalid. */
const lastInstant = 253_402_214_400_000;

/** Identifies a report, permanently. */
export type ReportName = Pick<UsageReport, "gateway" | "epoch" | "sequence">;

/**
 * The state of a report: `new`; `applied`; `assumed` (applied before the upgrade that added these
 * marks, or set aside by its gateway); `doubtful` (it cannot be determined any more).
 */
export type Mark = "new" | "applied" | "assumed" | "doubtful";

/**
 * Locks the marks of these reports' gateways and epochs until the transaction ends, always in the
 * same order, and returns each report's mark. So two hubs that receive a report apply it once.
 *
 * Before the upgrade, marks were forgotten after some days. Reports made after the oldest
 * remembered one are certain: if applied, they would be marked. For older ones, the ledger knows
 * what was billed, but not what is only counted.
 * @throws RangeError if the node has too many runs, or a run has too many gaps
 */
export async function lockMarks<T extends UsageReport>(
  tx: Tx,
  reports: T[],
  node = localNode,
): Promise<{ report: T; mark: Mark }[]> {
  const { gateways, epochs, sequences } = columnsOf(reports);
  const { numAffectedRows: added = 0n } = await sql`
    insert into usage_mark (gateway, epoch)
    select distinct gateway, epoch from unnest(${gateways}::text[], ${epochs}::text[])
      as given (gateway, epoch)
    order by gateway, epoch
    on conflict do nothing`.execute(tx);
  if (added > 0n && node !== localNode) await refuseTooManyRuns(tx, node);
  const { rows } = await sql<{ mark: Mark; gaps: number }>`
    with locked as materialized (
      select *, (select count(*) from unnest(applied)) as gaps from usage_mark
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
        else 'new' end as mark, m.gaps::int as gaps
    from unnest(${gateways}::text[], ${epochs}::text[], ${sequences}::bigint[],
        ${reports.map(madeAfter)}::timestamptz[], ${reports.map(isCounted)}::boolean[])
      with ordinality as given (gateway, epoch, sequence, made_after, counted, place)
    join locked m using (gateway, epoch)
    cross join usage_upgrade u
    order by given.place`.execute(tx);
  if (rows.length !== reports.length) throw new Error("marks of usage reports are missing");
  if (node !== localNode && rows.some(({ gaps }) => gaps > maxGaps))
    throw new RangeError(`reports of ${node} have too many gaps`);
  return reports.map((report, at) => ({ report, mark: (rows[at] as { mark: Mark }).mark }));
}

/** Counted only when a run is new. */
async function refuseTooManyRuns(tx: Tx, node: string): Promise<void> {
  const numbers = Array.from({ length: 100 }, (_, worker) => worker);
  const names = numbers.flatMap((worker) => [
    gatewayName(node, worker),
    `${node}-${String(worker).padStart(2, "0")}`,
  ]);
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from (select from usage_mark
      where gateway = any(${names}::text[]) limit ${maxRunsOfNode + 1}) as own`.execute(tx);
  if ((rows[0]?.runs ?? 0) > maxRunsOfNode) throw new RangeError(`${node} has had too many runs`);
}

/** The earliest time a report can have been made: its latest hour. Null without valid rows. */
function madeAfter({ rows }: UsageReport): Date | null {
  const hours = rows.map(({ hour }) => hour).filter((hour) => Number.isSafeInteger(hour));
  const last = hours.reduce((latest, hour) => Math.max(latest, hour), 0);
  return last > 0 && last < lastInstant ? new Date(last) : null;
}

/** Whether the report has rows that are only counted, which the ledger does not know. */
const isCounted = ({ rows }: UsageReport) => rows.some(({ product }) => product !== "traffic");

/** Marks reports as applied, permanently. Lock their marks first. */
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

/** The id of the last ledger entry before the upgrade, when marks were still forgotten. */
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
