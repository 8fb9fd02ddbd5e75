/** The tables of sessions. */
import { teamRoles } from "@turnpike/rules/team.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { CallerPerson } from "../../../platform/http/handler.ts";

export interface NewSession {
  id: string;
  accountId: string;
  tokenHash: Buffer;
  ip: string;
  agent: string;
  now: Date;
  /** Of a member of a team: the member, and the own session that it ends with. */
  member?: { id: string; parentId: string };
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { id, accountId, tokenHash, ip, agent, now, member } = session;
  await sql`
    insert into session (id, account_id, token_hash, created_at, last_seen_at, ip, agent, member_id,
      parent_id)
    values (${id}, ${accountId}, ${tokenHash}, ${now}, ${now}, ${ip}, ${agent}, ${member?.id ?? null},
      ${member?.parentId ?? null})`.execute(tx);
}

interface SessionFacts {
  id: string;
  account_id: string;
  last_seen_at: Date;
  login_minutes: number;
  disabled_at: Date | null;
  parent_id: string | null;
  member_id: string | null;
  role: string | null;
  person_id: string | null;
  has_team: boolean;
}

/** The session of a token; null if there is none. Every call asks. */
export async function findByToken(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<SessionFacts>`
    select id, account_id, last_seen_at, login_minutes, disabled_at, parent_id, member_id, role,
      person_id, has_team
    from session_facts where token_hash = ${tokenHash}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    sessionId: row.id,
    accountId: row.account_id,
    lastSeenAt: row.last_seen_at.getTime(),
    loginMinutes: row.login_minutes,
    disabled: row.disabled_at !== null,
    parentId: row.parent_id,
    person: personIn(row),
  };
}

/** Who uses a session; undefined if nobody but its holder acts for the account. */
function personIn(row: SessionFacts): CallerPerson | undefined {
  const role = teamRoles.find((one) => one === row.role);
  if (row.person_id && role) return { accountId: row.person_id, role, memberId: row.member_id };
  return row.has_team ? { accountId: row.account_id, role: "owner", memberId: null } : undefined;
}

/** An account's sessions as its holder sees them, most recently used first. */
export async function sessionsOf(db: Db, accountId: string) {
  const { rows } = await sql<{
    id: string;
    created_at: Date;
    last_seen_at: Date;
    ip: string;
    agent: string;
  }>`
    select id, created_at, last_seen_at, ip, agent from session
    where account_id = ${accountId} and member_id is null
    order by last_seen_at desc, id`.execute(db);
  return rows;
}

export async function findSession(db: Db | Tx, accountId: string, sessionId: string) {
  const { rows } = await sql<Pick<SessionFacts, "last_seen_at" | "login_minutes" | "disabled_at">>`
    select last_seen_at, login_minutes, disabled_at from session_facts
    where account_id = ${accountId} and id = ${sessionId}`.execute(db);
  return rows[0];
}

/** Whether a session of the account in a query has not ended, as a column of that query. */
export const isSessionOf = (
  accountId: RawBuilder<unknown>,
  sessionId: string,
) => sql<boolean>`exists (
  select from session where session.id = ${sessionId}::uuid and session.account_id = ${accountId})`;

/** Whether a session of an account has not ended; if `locked`, it cannot end before the commit. */
export async function hasSession(
  tx: Tx,
  { accountId, sessionId, locked }: { accountId: string; sessionId: string; locked: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from session where account_id = ${accountId} and id = ${sessionId}
    ${locked ? sql`for key share` : sql``}`.execute(tx);
  return rows.length > 0;
}

/** Saves when sessions were last used. */
export async function touchSessions(db: Db, sessionIds: string[], now: Date): Promise<void> {
  await sql`
    update session set last_seen_at = ${now}
    where id = any(${sessionIds}::uuid[]) and last_seen_at < ${now}`.execute(db);
}

/** Ends one session of an account; returns whether it existed. */
export async function deleteSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from session where account_id = ${accountId} and id = ${sessionId}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Ends all sessions of an account; returns how many. */
export async function deleteSessions(tx: Tx, accountId: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from session where account_id = ${accountId}`.execute(tx);
  return Number(numAffectedRows);
}

/** Ends all sessions of an account but one, and those that it opened in teams; returns how many. */
export async function deleteOtherSessions(
  tx: Tx,
  accountId: string,
  keptId: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from session
    where (account_id = ${accountId} and id <> ${keptId}) or parent_id = ${keptId}`.execute(tx);
  return Number(numAffectedRows);
}

/** Ends the other sessions of an account's own holder; those of its team go on. */
export async function deleteOtherDevices(
  tx: Tx,
  accountId: string,
  keptId: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from session
    where account_id = ${accountId} and id <> ${keptId} and member_id is null`.execute(tx);
  return Number(numAffectedRows);
}

/** Ends a member's sessions in the team's account. */
export async function deleteSessionsOfMember(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from session where member_id = ${memberId}`.execute(tx);
}

/** Ends all sessions of a holder, or of a member of the team, but the `kept` last used ones. */
export async function deleteSessionsBeyond(
  tx: Tx,
  { accountId, memberId = null }: { accountId: string; memberId?: string | null },
  kept: number,
): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session
      where account_id = ${accountId} and member_id is not distinct from ${memberId}::uuid
      order by last_seen_at desc, created_at desc offset ${kept})`.execute(tx);
}

/** Ends an account's sessions that were last used before `before`, except one. */
export async function deleteIdleSessions(
  tx: Tx,
  { accountId, keptId, before }: { accountId: string; keptId: string; before: Date },
): Promise<void> {
  await sql`
    delete from session
    where account_id = ${accountId} and id <> ${keptId} and last_seen_at <= ${before}`.execute(tx);
}

/** Deletes sessions that ended through inactivity. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session_facts where login_minutes > 0
        and last_seen_at + login_minutes * interval '1 minute' <= ${now})`.execute(db);
}

/** Ends all sessions of accounts. */
export async function deleteSessionsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from session where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
