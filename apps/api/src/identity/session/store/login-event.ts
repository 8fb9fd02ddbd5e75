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
  const { id, accountId, sessionId, at, ip, network, agent } = event;
  await sql`
    insert into login_event (id, account_id, session_id, event, at, ip, network, agent)
    values (${id}, ${accountId}, ${sessionId}, ${event.event}, ${at}, ${ip}, ${network},
      ${agent})`.execute(tx);
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
  const [{ rows }, counted] = await Promise.all([
    sql<{ session_id: string | null; at: Date; ip: string; agent: string; event: string }>`
      select session_id, at, ip, agent, event from login_event where account_id = ${accountId}
      order by at desc, id limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from login_event where account_id = ${accountId}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Whether there was a sign-in from this network since an instant. */
export async function hasSignedInFromNetwork(
  db: Db | Tx,
  { accountId, network, since }: { accountId: string; network: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from login_event where account_id = ${accountId} and network = ${network}
      and event = any(${identityProvingEvents}::text[]) and at >= ${since} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a session was opened since an instant by a sign-in (not by a ticket). */
export async function signedInSince(
  db: Db,
  { accountId, sessionId, since }: { accountId: string; sessionId: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from login_event where account_id = ${accountId} and session_id = ${sessionId}
      and event = any(${signIns}::text[]) and at >= ${since} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether there was a sign-in with this user agent, as far as the log goes back. */
export async function hasSignedInWithAgent(
  db: Db | Tx,
  accountId: string,
  agent: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from login_event where account_id = ${accountId} and agent = ${agent}
      and event = any(${identityProvingEvents}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

/** One address of each network that sign-ins came from, at most 1,000. */
export async function signInAddresses(db: Db | Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    select min(ip) as ip from login_event
    where account_id = ${accountId} and event = any(${identityProvingEvents}::text[])
    group by network limit 1000`.execute(db);
  return rows.map(({ ip }) => ip);
}

/** Deletes rows older than an instant. */
export async function deleteEvents(db: Db, before: Date): Promise<void> {
  await sql`delete from login_event where at < ${before}`.execute(db);
}

/** Deletes the logs of accounts. */
export async function deleteEventsOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from login_event where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
