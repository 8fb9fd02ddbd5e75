/** The history of static IPs. The only file that names its table. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import type { staticHistory } from "@turnpike/contract/static-own.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import type { StaticRow } from "./static-ips.ts";

export type StaticEvent = CallResponse<typeof staticHistory>["items"][number];
export type StaticAction = StaticEvent["action"];

/** Records an event for each row; `ip` is the address before the event. */
export async function recordEvents(
  { world }: Services,
  tx: Tx,
  rows: Pick<StaticRow, "id" | "account_id" | "term" | "ip" | "days">[],
  event: { action: StaticAction; days?: number; detail?: string; notify?: boolean },
): Promise<void> {
  const given = rows.map((row) => ({
    id: world.id(),
    account_id: row.account_id,
    static_id: row.id,
    term: row.term,
    ip: row.ip,
    days: event.days ?? row.days,
  }));
  await sql`
    insert into static_event (id, account_id, static_id, term, at, action, ip, days, detail,
      to_tell)
    select id, account_id, static_id, term, ${new Date(world.now())}, ${event.action}, ip, days,
      ${event.detail ?? ""}, ${event.notify ?? false}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, account_id uuid,
      static_id uuid, term text, ip inet, days int)`.execute(tx);
}

/** Deletes the history of accounts. */
export async function removeEventsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from static_event where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

interface EventRow extends Omit<StaticEvent, "at"> {
  at: Date;
}
const presentEvent = (row: EventRow): StaticEvent => ({ ...row, at: row.at.toISOString() });
const columns = sql.raw("id, at, action, host(ip) as ip, days, detail");

/** A page of an account's events, newest first. */
export async function pageOfEvents(
  db: Db,
  of: { accountId: string; term: StaticTerm; offset: number; limit: number },
): Promise<{ items: StaticEvent[]; total: number }> {
  const where = sql`account_id = ${of.accountId} and term = ${of.term}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from static_event where ${where}`.execute(db);
  const { rows } = await sql<EventRow>`
    select ${columns} from static_event where ${where}
    order by position desc limit ${of.limit} offset ${of.offset}`.execute(db);
  return { items: rows.map(presentEvent), total: counted.rows[0]?.total ?? 0 };
}

/** The newest events of one static IP. */
export async function eventsOf(db: Db, staticId: string, limit: number): Promise<StaticEvent[]> {
  const { rows } = await sql<EventRow>`
    select ${columns} from static_event where static_id = ${staticId}
    order by position desc limit ${limit}`.execute(db);
  return rows.map(presentEvent);
}

/** Accounts above `after`, ordered by id, with events to notify about. */
export async function accountsWithNotices(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from static_event
    where to_tell and account_id > ${after}::uuid order by 1 limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface PendingNotice {
  staticId: string;
  detail: string;
}
/** Takes an account's pending notices, marking them as sent; skips rows locked by others. */
export async function takeNotices(tx: Tx, accountId: string): Promise<PendingNotice[]> {
  const { rows } = await sql<PendingNotice>`
    update static_event e set to_tell = false
    from (select id from static_event where account_id = ${accountId} and to_tell
      for update skip locked) t
    where e.id = t.id returning e.static_id as "staticId", e.detail`.execute(tx);
  return rows;
}
