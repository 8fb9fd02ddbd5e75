/** The table of the login log: sign-ins and changes of credentials. */
import { identityProvingEvents, type LoginEvent, signIns } from "@turnpike/contract/session.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewEvent {
  id: string;
  accountId: string;
  sessionId: string | null;
  event: LoginEvent;
  at: Date;
  ip: string;
  /** `networkOf` the address. */
  network: string;
  agent: string;
}

/** Maximum rows of an account's log, so that a program that keeps signing in fills no disk. */
const maxLines = 10_000;

/**
 * Inserts a row. Beyond the limit, the oldest of what happened most often are deleted: whoever repeats
 * one thing for long enough must not push out the traces of another.
 */
export async function insertLoginEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { accountId, sessionId, ...rest } = event;
  await tx
    .insertInto("login_event")
    .values({ ...rest, account_id: accountId, session_id: sessionId })
    .execute();
  await sql`
    delete from login_event
    where (select count(*) from (
        select from login_event where account_id = ${accountId} limit ${maxLines + 1}) as kept) > ${maxLines}
      and id in (
        select e.id from login_event e join (
          select event, network from login_event where account_id = ${accountId}
          group by event, network order by count(*) desc limit 1) as most using (event, network)
        where e.account_id = ${accountId} order by e.at limit 100)`.execute(tx);
}

/** A page of the log, newest first, and the total count. */
export async function eventsOf(
  db: Db,
  { accountId, page, limit }: { accountId: string; page: number; limit: number },
) {
  const own = db.selectFrom("login_event").where("account_id", "=", accountId);
  const [rows, counted] = await Promise.all([
    own
      .select(["session_id", "at", "ip", "agent", "event"])
      .orderBy("at", "desc")
      .orderBy("id")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select((select) => select.fn.countAll<string>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(counted.total) };
}

/** Whether there was a sign-in from this network since an instant. */
export async function hasSignedInFromNetwork(
  db: Db | Tx,
  { accountId, network, since }: { accountId: string; network: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("login_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("network", "=", network)
    .where("event", "in", identityProvingEvents)
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a session was opened since an instant by a sign-in (not by a ticket). */
export async function signedInSince(
  db: Db,
  { accountId, sessionId, since }: { accountId: string; sessionId: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("login_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("session_id", "=", sessionId)
    .where("event", "in", signIns)
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there was a sign-in with this user agent, as far as the log goes back. */
export async function hasSignedInWithAgent(
  db: Db | Tx,
  accountId: string,
  agent: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("login_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("agent", "=", agent)
    .where("event", "in", identityProvingEvents)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One address of each network that sign-ins came from, at most 1,000. */
export async function signInAddresses(db: Db | Tx, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("login_event")
    .select((select) => select.fn.min("ip").as("ip"))
    .where("account_id", "=", accountId)
    .where("event", "in", identityProvingEvents)
    .groupBy("network")
    .limit(1_000)
    .execute();
  return rows.map(({ ip }) => ip);
}

/** Deletes rows older than an instant. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("login_event").where("at", "<", before).execute();
}

/** Deletes the logs of accounts. */
export async function deleteEventsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("login_event").where("account_id", "in", accountIds).execute();
}
