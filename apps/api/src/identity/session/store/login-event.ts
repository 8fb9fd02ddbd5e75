/** The login log's table: sign-ins, and changes of credentials. */
import { entrances, type LoginEvent, signIns } from "@turnpike/contract/session.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewEvent {
  id: string;
  accountId: string;
  sessionId: string | null;
  event: LoginEvent;
  at: Date;
  ip: string;
  /** `networkOf` of the address. */
  network: string;
  agent: string;
}

/** The most lines of an account's log, so that a program that signs in all day fills no disk. */
const maxLines = 10_000;

/** Adds a line, and deletes the oldest ones beyond the limit. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { accountId, sessionId, ...rest } = event;
  await tx
    .insertInto("login_event")
    .values({ ...rest, account_id: accountId, session_id: sessionId })
    .execute();
  await tx
    .deleteFrom("login_event")
    .where("id", "in", (query) =>
      query
        .selectFrom("login_event")
        .select("id")
        .where("account_id", "=", accountId)
        .orderBy("at", "desc")
        .offset(maxLines)
        .limit(100),
    )
    .execute();
}

/** A page of the log, the newest first, and how long the log is. */
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

/** Whether the account was entered from this network since an instant. */
export async function enteredFrom(
  db: Db | Tx,
  { accountId, network, since }: { accountId: string; network: string; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("login_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("network", "=", network)
    .where("event", "in", entrances)
    .where("at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a session was opened by a sign-in, not by a ticket, since an instant. */
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

/** Whether the account was entered by this agent, within the log. */
export async function enteredBy(db: Db | Tx, accountId: string, agent: string): Promise<boolean> {
  const row = await db
    .selectFrom("login_event")
    .select("id")
    .where("account_id", "=", accountId)
    .where("agent", "=", agent)
    .where("event", "in", entrances)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One address of each network that the account was entered from, 1,000 of them at most. */
export async function entryAddresses(db: Db | Tx, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("login_event")
    .select((select) => select.fn.min("ip").as("ip"))
    .where("account_id", "=", accountId)
    .where("event", "in", entrances)
    .groupBy("network")
    .limit(1_000)
    .execute();
  return rows.map(({ ip }) => ip);
}

/** Deletes lines of before an instant. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("login_event").where("at", "<", before).execute();
}

/** Deletes the log of accounts. */
export async function deleteEventsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("login_event").where("account_id", "in", accountIds).execute();
}
