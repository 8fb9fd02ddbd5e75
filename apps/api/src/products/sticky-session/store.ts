/**
 * Rows of sticky sessions: which exit a session id keeps (spec/gateway#sessions), or a whitelisted
 * port; `sub_account_id` is the port's then.
 */
import type { StickySession } from "@turnpike/rules/sticky-session.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface SessionKey {
  subAccountId: string;
  key: string;
}
interface StickySessionRow {
  exit_id: string;
  minutes: number;
  until: Date;
  changed_at: Date;
}

/** Adds a session; false where there is one of this key. */
export async function insertSession(
  tx: Tx,
  { subAccountId, key }: SessionKey,
  session: StickySession,
): Promise<boolean> {
  const { rows } = await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${session.exitId}, ${session.minutes}, ${new Date(session.until)},
      ${new Date(session.changedAt)})
    on conflict do nothing returning true`.execute(tx);
  return rows.length > 0;
}

/** Locks the session of a key. */
export async function lockSession(
  tx: Tx,
  { subAccountId, key }: SessionKey,
): Promise<StickySession | null> {
  const { rows } = await sql<StickySessionRow>`
    select exit_id, minutes, until, changed_at from session_hold
    where sub_account_id = ${subAccountId} and key = ${key} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    exitId: row.exit_id,
    minutes: row.minutes,
    until: row.until.getTime(),
    changedAt: row.changed_at.getTime(),
  };
}

/** Writes a session, whether there is one of its key or not. */
export async function upsertSession(
  tx: Tx,
  { subAccountId, key }: SessionKey,
  session: StickySession,
): Promise<void> {
  await sql`
    insert into session_hold (sub_account_id, key, exit_id, minutes, until, changed_at)
    values (${subAccountId}, ${key}, ${session.exitId}, ${session.minutes}, ${new Date(session.until)},
      ${new Date(session.changedAt)})
    on conflict (sub_account_id, key) do update set exit_id = excluded.exit_id,
      minutes = excluded.minutes, until = excluded.until,
      changed_at = excluded.changed_at`.execute(tx);
}

/** How many sessions a sub-account has, ended ones too. */
export async function countSessions(db: Db, subAccountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session_hold
    where sub_account_id = ${subAccountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes the oldest sessions of a sub-account; those that others remove at this moment are passed over. */
export async function removeOldest(db: Db, subAccountId: string, count: number): Promise<void> {
  await sql`
    delete from session_hold where ctid = any(array(
      select ctid from session_hold where sub_account_id = ${subAccountId}
      order by changed_at limit ${count} for update skip locked))`.execute(db);
}

/** Removes sessions that ended and whose duration was set before `changedBefore`; 10,000 at most. */
export async function removeEndedSessions(
  db: Db,
  { now, changedBefore }: { now: Date; changedBefore: Date },
): Promise<void> {
  await sql`
    delete from session_hold where (sub_account_id, key) in (
      select sub_account_id, key from session_hold
      where until < ${now} and changed_at < ${changedBefore}
      order by until limit 10000)`.execute(db);
}
