/** Which of the gateway's port numbers unlimited plans are given. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

const LOCK = 7_271_840;

/**
 * Nobody else sells unlimited plans, moves them or gives them numbers until the transaction ends.
 * Taken before anything is posted to the ledger: whoever holds this may wait for a wallet.
 */
export async function holdCapacity(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** Numbers that nobody has, and that gateways could open as far as is known. */
const free = ({ env, world }: Services) => sql`
  unnest(${env.UNLIMITED_PORTS}::int[]) with ordinality as given (port, place)
  where not exists (select from unlimited_port o
      where o.port = given.port and o.released_at is null)
    and not exists (select from unlimited_bad_port b
      where b.port = given.port and b.until > ${new Date(world.now())})`;

/** How many are free. */
export async function countFreeNumbers(services: Services, db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct port)::int as count from ${free(services)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * So many free numbers, or fewer where there are not so many: first those that nobody ever had, in
 * their order, then those that were given back the longest ago. The caller holds the capacity.
 */
export async function freeNumbers(services: Services, tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from (
      select port, min(place) as place,
        (select max(o.released_at) from unlimited_port o where o.port = given.port) as given_back
      from ${free(services)} group by port) known
    order by given_back nulls first, place limit ${count}`.execute(tx);
  return rows.map(({ port }) => port);
}
