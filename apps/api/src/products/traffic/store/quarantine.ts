/**
 * Usage reports that could not be applied, kept until the operator applies or drops them. The only
 * file that names their table.
 */
import type { SetAsideReport, UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isAnyPosted } from "../../../ledger/store/usage.ts";
import type { Services } from "../../../platform/services.ts";
import { isCount } from "@turnpike/rules/bytes.ts";
import { lockMarks } from "./marks.ts";

const maxReasonLength = 500;

export interface QuarantinedReport {
  id: number;
  gateway: string;
  epoch: string;
  sequence: number;
  /** Carried bytes of all rows, whether billed or only counted. */
  bytes: number;
  /** Why it was set aside, as given by the sender. */
  why: string;
  /**
   * Whether it may have been applied before the upgrade that added permanent marks, or contains
   * another node's rows. It is applied only if the operator selects it by id.
   */
  doubtful: boolean;
  setAsideAt: Date;
}

/** Waiting reports of a node, at most; the gateways keep further ones. */
const maxWaiting = 1_000;

/** Whether so many more reports of a node may wait. */
export async function hasRoomFor(tx: Tx, node: string, more: number): Promise<boolean> {
  // One at a time for each node, so that concurrent questions count each other's.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`usage_aside ${node}`}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from usage_aside
    where state = 'waiting' and gateway ~ ('^' || ${node} || '-[0-9]{1,2}$')`.execute(tx);
  return (rows[0]?.waiting ?? 0) + more <= maxWaiting;
}

/**
 * Stores reports; those already applied or stored are ignored. `doubted` are those that their node
 * may not have been entitled to make.
 */
export async function insertQuarantined(
  services: Services,
  tx: Tx,
  reports: SetAsideReport[],
  doubted: ReadonlySet<UsageReport> = new Set(),
): Promise<void> {
  const byReport = new Map(reports.map((each) => [each.report, each]));
  const marked = await lockMarks(
    tx,
    reports.map(({ report }) => report),
  );
  for (const { report, mark } of marked) {
    if (mark === "applied") continue;
    const doubtful = mark !== "new";
    if (doubtful && (await wasBilled(tx, report))) continue;
    const { why = "", at = Number.NaN } = byReport.get(report) ?? {};
    const setAsideAt = new Date(Number.isSafeInteger(at) && at > 0 ? at : services.world.now());
    await sql`
      insert into usage_aside (gateway, epoch, sequence, rows, upstreams, bytes, why, doubtful,
        set_aside_at)
      values (${report.gateway}, ${report.epoch}, ${report.sequence},
        ${JSON.stringify(report.rows)}, ${JSON.stringify(report.upstreams ?? [])},
        ${bytesOf(report.rows)}, ${sentence(why)}, ${doubtful || doubted.has(report)},
        ${setAsideAt})
      on conflict (gateway, epoch, sequence) do nothing`.execute(tx);
  }
}

const untrustedReason = "it names static IPs or ports of another node";
/** Waiting parts of a node, at most, whichever of its workers it names; further ones are discarded. */
const maxParts = 1_000;
/** What no name of a host is longer than. */
const maxDomain = 253;

/** Stores the rows of reports that are not trusted; the other rows are applied. */
export async function insertUntrustedRows(
  tx: Tx,
  parts: UsageReport[],
  { node, at }: { node: string; at: Date },
): Promise<void> {
  for (const { gateway, epoch, sequence, rows: given } of parts) {
    const rows = given.map((row) => ({ ...row, domain: row.domain.slice(0, maxDomain) }));
    await sql`
      insert into usage_aside (gateway, epoch, sequence, rows, bytes, why, doubtful, set_aside_at,
        part_of_applied)
      select ${gateway}, ${epoch}, ${sequence}, ${JSON.stringify(rows)}, ${bytesOf(rows)},
        ${untrustedReason}, true, ${at}, true
      where ${maxParts} > (select count(*) from usage_aside
        where state = 'waiting' and part_of_applied
          and gateway ~ ('^' || ${node} || '-[0-9]{1,2}$'))
      on conflict (gateway, epoch, sequence) do nothing`.execute(tx);
  }
}

/** The sum of all valid byte counts. */
export function bytesOf(rows: UsageRow[]): number {
  const counts = rows.flatMap(({ upBytes, downBytes }) => [upBytes, downBytes]).filter(isCount);
  return Math.min(
    counts.reduce((sum, bytes) => sum + bytes, 0),
    Number.MAX_SAFE_INTEGER,
  );
}

/** Converts text to a single line that PostgreSQL accepts. */
const sentence = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, maxReasonLength);

/** Whether the ledger has an entry keyed by this report, i.e. it was applied and then forgotten. */
async function wasBilled(tx: Tx, report: UsageReport): Promise<boolean> {
  const { gateway, epoch, sequence, rows } = report;
  const keys = [
    ...new Set(rows.map((row) => `usage:${gateway}:${epoch}:${sequence}:${row.subAccountId}`)),
  ];
  return isAnyPosted(tx, keys);
}

/** Waiting reports, oldest first. */
export async function listQuarantined(db: Db, limit: number): Promise<QuarantinedReport[]> {
  const { rows } = await sql<QuarantinedReport>`
    select id, gateway, epoch, sequence, bytes, why, doubtful, set_aside_at as "setAsideAt"
    from usage_aside where state = 'waiting' order by id limit ${limit}`.execute(db);
  return rows;
}

/** JSON as text. */
interface KeptRows {
  rows: string;
  upstreams: string;
}

const parsed = ({ rows, upstreams }: KeptRows) => ({
  rows: JSON.parse(rows) as UsageRow[],
  upstreams: JSON.parse(upstreams) as UpstreamUsageRow[],
});

/** A waiting report with its rows; null if there is none. */
export async function quarantinedById(db: Db, id: number) {
  const { rows } = await sql<QuarantinedReport & KeptRows>`
    select id, gateway, epoch, sequence, bytes, why, doubtful, set_aside_at as "setAsideAt", rows,
      upstreams
    from usage_aside where id = ${id} and state = 'waiting'`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, ...parsed(row) };
}

/** Locks a waiting report; null if there is none. */
export async function lockQuarantined(
  tx: Tx,
  id: number,
): Promise<(QuarantinedReport & { report: UsageReport; isPart: boolean }) | null> {
  const { rows } = await sql<QuarantinedReport & KeptRows & { isPart: boolean }>`
    select id, gateway, epoch, sequence, bytes, why, doubtful, set_aside_at as "setAsideAt", rows,
      upstreams, part_of_applied as "isPart"
    from usage_aside where id = ${id} and state = 'waiting' for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  const { gateway, epoch, sequence, rows: _rows, upstreams: _upstreams, ...rest } = row;
  const name = { gateway, epoch, sequence };
  return { ...rest, ...name, report: { ...name, ...parsed(row) } };
}

/** Records the decision on a locked report and erases its rows, which contain targets. */
export async function resolveQuarantined(
  tx: Tx,
  id: number,
  { state, at }: { state: "applied" | "dropped"; at: number },
): Promise<void> {
  await sql`
    update usage_aside set state = ${state}, decided_at = ${new Date(at)}, rows = '[]',
      upstreams = '[]'
    where id = ${id}`.execute(tx);
}

/** The number of waiting reports, and their bytes. */
export async function countQuarantined(db: Db): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*) as count, least(coalesce(sum(bytes), 0), ${Number.MAX_SAFE_INTEGER})::bigint
      as bytes from usage_aside where state = 'waiting'`.execute(db);
  return rows[0] ?? { count: 0, bytes: 0 };
}
