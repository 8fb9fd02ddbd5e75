/** The reported state of a range's ports: gateway, open, trouble. */
import type { PortKind } from "@turnpike/contract/port-facts.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { PortReport } from "../port-report.ts";
import type { PortRange } from "../port-range.ts";

/** A port with a number that no gateway could open. */
export interface UnopenablePort<K extends PortKind = PortKind> {
  kind: K;
  id: string;
  /** The node that was to open it. */
  nodeId: string;
  port: number;
  trouble: string;
  /** The customer requested this number, so no other one will do. */
  requested: boolean;
}
/** A report of a port, with what was known of the port before. */
export interface ReportedPort<K extends PortKind = PortKind> extends PortReport<K> {
  nodeId: string;
  requested: boolean;
  everOpen: boolean;
}

/** The state of the ports among `ids` that are not released: open, or failed to open. */
export async function statesOf(
  db: Db,
  range: PortRange,
  ids: string[],
): Promise<{ id: string; open: boolean; troubled: boolean }[]> {
  const { rows } = await sql<{ id: string; open: boolean; troubled: boolean }>`
    select p.id, p.open, p.trouble <> '' as troubled from ${range.ports} p
    where p.id = any(${ids}::uuid[]) and p.released_at is null`.execute(db);
  return rows;
}

/** Counts the ports among `ids`, live or not, that belong to other nodes. */
export async function countForeign(
  db: Db,
  range: PortRange,
  { nodeId, ids }: { nodeId: string; ids: string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${range.ports} p
    where p.id = any(${ids}::uuid[]) and p.node_id <> ${nodeId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Locks the reported ports that are live, belong to the node (null: any) and have the reported kind
 * and number, in the order of ids. Returns the reports of these.
 */
export async function lockReported<K extends PortKind>(
  tx: Tx,
  range: PortRange<K>,
  { nodeId, reports }: { nodeId: string | null; reports: PortReport<K>[] },
): Promise<ReportedPort<K>[]> {
  const { rows } = await sql<ReportedPort<K>>`
    select ${range.kind} as kind, p.id, p.node_id as "nodeId", p.port,
      ${range.requested} as requested, given.open,
      given.code, given.trouble, p.opened_at is not null as "everOpen"
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as given (kind text, id uuid, port int, open boolean, code text, trouble text)
    join ${range.ports} p on p.id = given.id and p.port = given.port and ${range.kind} = given.kind
    where p.released_at is null and (${nodeId}::uuid is null or p.node_id = ${nodeId}::uuid)
    order by p.id for no key update of p`.execute(tx);
  return rows;
}

/** Writes reports of ports that the transaction has locked; skips unchanged ones. */
export async function setReported(
  tx: Tx,
  range: PortRange,
  { gateway, reports, now }: { gateway: string; reports: PortReport[]; now: Date },
): Promise<void> {
  await sql`
    update ${range.ports} p set gateway = ${gateway}, open = given.open, trouble = given.trouble,
      trouble_code = given.code,
      opened_at = case when given.open then coalesce(p.opened_at, ${now}) else p.opened_at end
    from jsonb_to_recordset(${JSON.stringify(reports)}::jsonb)
      as given (id uuid, open boolean, code text, trouble text)
    where p.id = given.id
      and (p.gateway, p.open, p.trouble, p.trouble_code)
        is distinct from (${gateway}, given.open, given.trouble, given.code)`.execute(tx);
}

/** Codes that concern the number, not the worker that tried it. */
const codesOfNumber = ["EADDRINUSE", "EACCES"];

/** Whether the number is unusable. A port that was once open may be in use and keeps its number. */
export const isUnopenable = ({ open, everOpen, code }: ReportedPort) =>
  !open && !everOpen && codesOfNumber.includes(code);

/** Locks live ports that have an unusable number, in the order of ids. */
export async function lockUnopenable<K extends PortKind>(
  tx: Tx,
  range: PortRange<K>,
  limit: number,
): Promise<UnopenablePort<K>[]> {
  const { rows } = await sql<UnopenablePort<K>>`
    select ${range.kind} as kind, p.id, p.node_id as "nodeId", p.port,
      ${range.requested} as requested, p.trouble
    from ${range.ports} p
    where p.released_at is null and p.opened_at is null and p.trouble_code <> ''
      and p.trouble_code = any(${codesOfNumber}::text[])
    order by p.id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/**
 * Changes the numbers, and optionally the nodes, of ports that the transaction has locked, and
 * resets their state: no gateway has opened the new numbers yet.
 */
export async function setNumbers(
  tx: Tx,
  range: PortRange,
  numbers: { id: string; nodeId?: string; port: number }[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`
    update ${range.ports} p set node_id = coalesce(given."nodeId", p.node_id), port = given.port,
      gateway = null, open = false, trouble = '', trouble_code = '',
      opened_at = case when given."nodeId" is null then p.opened_at end
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb)
      as given (id uuid, "nodeId" uuid, port int)
    where p.id = given.id`.execute(tx);
}
