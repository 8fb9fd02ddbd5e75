/** Which port numbers the gateway's customers are given. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

const LOCK = 7_271_841;

/**
 * Nobody else is given numbers until the transaction ends. Taken before anything is posted to the
 * ledger: whoever holds this may wait for a balance.
 */
export async function holdNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/**
 * So many free numbers of WHITE_PORTS, or fewer where there are not so many: first those that nobody
 * ever had, in their order, then those that were given back the longest ago. The caller holds the
 * numbers.
 */
export async function freeNumbers(
  { env, world }: Services,
  tx: Tx,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select given.port from unnest(${env.WHITE_PORTS}::int[]) with ordinality as given (port, place)
    left join gate_number last on last.port = given.port
    where not exists (select from gate_port g where g.port = given.port and g.released_at is null)
      and given.port not in (select port from gate_bad_port
        where until > ${new Date(world.now())})
    order by last.given_back nulls first, place limit ${count}`.execute(tx);
  return rows.map(({ port }) => port);
}

/** Those of the numbers that a port stands at. */
export async function takenAmong(db: Db, numbers: number[]): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from gate_port
    where port = any(${numbers}::int[]) and released_at is null`.execute(db);
  return rows.map(({ port }) => port);
}

/** Those of the numbers that were given back at an instant or later: a gateway may just close them. */
export async function givenBackSince(db: Db, numbers: number[], since: Date): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from gate_number
    where port = any(${numbers}::int[]) and given_back >= ${since}`.execute(db);
  return rows.map(({ port }) => port);
}
