/** The tables of sessions. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewSession {
  id: string;
  accountId: string;
  tokenHash: Buffer;
  ip: string;
  agent: string;
  now: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  const { id, accountId, tokenHash, ip, agent, now } = session;
  await tx
    .insertInto("session")
    .values({
      id,
      account_id: accountId,
      token_hash: tokenHash,
      created_at: now,
      last_seen_at: now,
      ip,
      agent,
    })
    .execute();
}

export async function findByToken(db: Db, tokenHash: Buffer) {
  const row = await db
    .selectFrom("session_facts")
    .select(["id", "account_id", "last_seen_at", "login_minutes", "disabled_at"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row?.id || !row.account_id || !row.last_seen_at) return null;
  return {
    sessionId: row.id,
    accountId: row.account_id,
    lastSeenAt: row.last_seen_at.getTime(),
    loginMinutes: row.login_minutes ?? 0,
    disabled: row.disabled_at !== null,
  };
}

/** An account's sessions as its holder sees them, most recently used first. */
export function sessionsOf(db: Db, accountId: string) {
  return db
    .selectFrom("session")
    .select(["id", "created_at", "last_seen_at", "ip", "agent"])
    .where("account_id", "=", accountId)
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
}

export function findSession(db: Db | Tx, accountId: string, sessionId: string) {
  return db
    .selectFrom("session_facts")
    .select(["last_seen_at", "login_minutes", "disabled_at"])
    .where("account_id", "=", accountId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
}

/** Whether a session of an account has not ended. */
export async function hasSession(tx: Tx, accountId: string, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("session")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_seen_at: now })
    .where("id", "=", sessionId)
    .where("last_seen_at", "<", now)
    .execute();
}

/** Ends one session of an account; returns whether it existed. */
export async function deleteSession(
  tx: Tx,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const done = await tx
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Ends all sessions of an account; returns how many. */
export async function deleteSessions(tx: Tx, accountId: string): Promise<number> {
  const done = await tx
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Ends all sessions of an account but one; returns how many. */
export async function deleteOtherSessions(
  tx: Tx,
  accountId: string,
  keptId: string,
): Promise<number> {
  const done = await tx
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .where("id", "!=", keptId)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Ends all sessions of an account but the `kept` most recently used ones. */
export async function deleteSessionsBeyond(tx: Tx, accountId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom("session")
    .where("id", "in", (query) =>
      query
        .selectFrom("session")
        .select("id")
        .where("account_id", "=", accountId)
        .orderBy("last_seen_at", "desc")
        .orderBy("created_at", "desc")
        .offset(kept),
    )
    .execute();
}

/** Ends an account's sessions that were last used before `before`, except one. */
export async function deleteIdleSessions(
  tx: Tx,
  { accountId, keptId, before }: { accountId: string; keptId: string; before: Date },
): Promise<void> {
  await tx
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .where("id", "!=", keptId)
    .where("last_seen_at", "<=", before)
    .execute();
}

/** Deletes sessions that ended through inactivity. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("session")
    .where("id", "in", (query) =>
      query
        .selectFrom("session_facts")
        .select("id")
        .where("login_minutes", ">", 0)
        .where(sql<boolean>`last_seen_at + login_minutes * interval '1 minute' <= ${now}`),
    )
    .execute();
}

/** Ends all sessions of accounts. */
export async function deleteSessionsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("session").where("account_id", "in", accountIds).execute();
}
