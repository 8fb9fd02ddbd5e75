/** The sessions' tables. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export interface NewSession {
  id: string;
  accountId: string;
  tokenHash: Buffer;
  ip: string;
  agent: string;
  now: Date;
}
export type LoginEvent = "signup" | "signin" | "signout";

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

export async function insertEvent(
  tx: Tx,
  id: string,
  event: LoginEvent,
  session: Omit<NewSession, "tokenHash">,
): Promise<void> {
  await tx
    .insertInto("login_event")
    .values({
      id,
      account_id: session.accountId,
      session_id: session.id,
      at: session.now,
      ip: session.ip,
      agent: session.agent,
      event,
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

export async function touch(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable("session")
    .set({ last_seen_at: now })
    .where("id", "=", sessionId)
    .where("last_seen_at", "<", now)
    .execute();
}

export async function deleteSession(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  await tx
    .deleteFrom("session")
    .where("account_id", "=", accountId)
    .where("id", "=", sessionId)
    .execute();
}

/** Ends all sessions of an account but one; answers how many. */
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

/** Removes sessions that ended by idleness, and log lines older than `logFrom`. */
export async function deleteEnded(db: Db, now: Date, logFrom: Date): Promise<void> {
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
  await db.deleteFrom("login_event").where("at", "<", logFrom).execute();
}
