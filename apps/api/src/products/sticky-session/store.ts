/**
 * Rows of sticky sessions: the exit that a session id (spec/gateway#sessions) or a whitelisted port
 * keeps; for a port, `sub_account_id` is the port's id.
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
  left_exit_id: string | null;
}
/** A stored session; `left` is the exit that it has just left on demand. */
export type StoredSession = StickySession & { left: string | null };

/** Inserts a session. Returns false if the key already has one. */
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

/** Locks and returns the session of a key, or null. */
export async function lockSession(
  tx: Tx,
  { subAccountId, key }: SessionKey,
): Promise<StoredSession | null> {
  const { rows } = await sql<StickySessionRow>`
    select exit_id, minutes, until, changed_at, left_exit_id from session_hold
    where sub_account_id = ${subAccountId} and key = ${key} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    exitId: row.exit_id,
    minutes: row.minutes,
    until: row.until.getTime(),
    changedAt: row.changed_at.getTime(),
    left: row.left_exit_id,
  };
}

/** Inserts or replaces the session of a key, which has left no exit then. */
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
      minutes = excluded.minutes, until = excluded.until, left_exit_id = null,
      changed_at = excluded.changed_at`.execute(tx);
}

/** The number of a sub-account's sessions, including ended ones. */
export async function countSessions(db: Db, subAccountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session_hold
    where sub_account_id = ${subAccountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes a sub-account's oldest sessions, skipping rows that another transaction has locked. */
export async function removeOldestSessions(
  db: Db,
  subAccountId: string,
  count: number,
): Promise<void> {
  await sql`
    delete from session_hold where ctid = any(array(
      select ctid from session_hold where sub_account_id = ${subAccountId}
      order by changed_at limit ${count} for update skip locked))`.execute(db);
}

/** Removes ended sessions whose duration was set before `changedBefore`; 10,000 at most. */
export async function removeEndedSessions(
  db: Db,
  { now, changedBefore }: { now: Date; changedBefore: Date },
): Promise<void> {
  await sql`
    delete from session_hold where (sub_account_id, key) in (
      select sub_account_id, key from session_hold
      where until < ${now} and changed_at < ${changedBefore}
        and (rotated_at is null or rotated_at < ${changedBefore})
      order by until limit 10000)`.execute(db);
}

export interface SidOf {
  subAccountId: string;
  sid: string;
}

/**
 * The stored sessions of a sid, in any place: a key ends with the sid, and with `@` and a node's name
 * where each node has an exit of its own for it.
 */
const ofSid = ({ subAccountId, sid }: SidOf) => sql`
  sub_account_id = ${subAccountId}
  and right(split_part(key, '@', 1), ${sid.length + 1}::int) = ${`|${sid}`}`;

/** When the sessions of a sid last changed their exit on demand; null: not lately. */
export async function rotatedAt(tx: Tx, of: SidOf): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(rotated_at) as at from session_hold where ${ofSid(of)}`.execute(tx);
  return rows[0]?.at?.getTime() ?? null;
}

/** Ends the live sessions of a sid and notes which exits they left; returns how many. */
export async function leaveExits(tx: Tx, of: SidOf, now: Date): Promise<number> {
  const { rows } = await sql`
    update session_hold set until = ${now}, left_exit_id = exit_id, rotated_at = ${now}
    where ${ofSid(of)} and until > ${now} returning true`.execute(tx);
  return rows.length;
}

/** The exits, or upstreams, that the live sessions of a sid have. */
export async function exitsOfSid(db: Db, of: SidOf, now: Date): Promise<string[]> {
  const { rows } = await sql<{ exit_id: string }>`
    select exit_id from session_hold where ${ofSid(of)} and until > ${now}
    order by changed_at desc limit 2`.execute(db);
  return rows.map((row) => row.exit_id);
}
