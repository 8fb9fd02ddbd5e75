/** Which numbers of a range are free. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import type { PortRange } from "../port-range.ts";

/**
 * Nobody else is given numbers of the range until the transaction ends. Taken before anything is
 * posted to the ledger: whoever holds this may wait for a balance.
 */
export async function lockNumbers(tx: Tx, range: PortRange): Promise<void> {
  await sql`select pg_advisory_xact_lock(${range.lock})`.execute(tx);
}

/** The numbers as `given`, in their order. */
const numbersOf = ({ env }: Services, range: PortRange) =>
  sql`unnest(${range.numbers(env)}::int[]) with ordinality as given (port, place)`;

/** Whether nobody has the number `given.port`, and gateways could open it as far as is known. */
const isFree = ({ world }: Services, range: PortRange) => sql`
  not exists (select from ${range.ports} p where p.port = given.port and p.released_at is null)
  and not exists (select from ${range.badPorts} b
    where b.port = given.port and b.until > ${new Date(world.now())})`;

/** How many numbers are free. */
export async function countFreeNumbers(
  services: Services,
  db: Db,
  range: PortRange,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${numbersOf(services, range)}
    where ${isFree(services, range)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * So many free numbers, or fewer where there are not so many: first those that nobody ever had, in
 * their order, then those that were given back the longest ago. The caller holds the numbers.
 */
export async function freeNumbers(
  services: Services,
  tx: Tx,
  range: PortRange,
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select given.port from ${numbersOf(services, range)} ${range.lastRelease}
    where ${isFree(services, range)}
    order by last.given_back nulls first, place limit ${count}`.execute(tx);
  return rows.map(({ port }) => port);
}

/** Numbers that could not be opened are given to nobody until an instant. */
export async function insertBadPorts(
  tx: Tx,
  range: PortRange,
  ports: { port: number; trouble: string }[],
  until: Date,
): Promise<void> {
  const distinct = [...new Map(ports.map((one) => [one.port, one])).values()];
  await sql`
    insert into ${range.badPorts} (port, until, detail)
    select port, ${until}, trouble
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as given (port int, trouble text)
    order by port
    on conflict (port) do update set until = excluded.until, detail = excluded.detail`.execute(tx);
}

/** How many numbers are given to nobody at an instant since they could not be opened. */
export async function countBadPorts(tx: Tx, range: PortRange, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${range.badPorts} b where b.until > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Removes numbers that may be given again. */
export async function removeBadPorts(db: Db, range: PortRange, now: Date): Promise<void> {
  await sql`delete from ${range.badPorts} b where b.until <= ${now}`.execute(db);
}
