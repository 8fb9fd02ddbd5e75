/** Shared ports: where static exits listen whose address is on no machine of ours. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Any other key than those of other ranges of numbers. */
const LOCK = 7_271_834;

/** Until this transaction ends, no other one gives numbers. */
export async function lockSharedPorts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** A shared exit that has no node yet. */
export async function unplacedExits(tx: Tx, ids: string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exit
    where shared and shared_port is null and retired_at is null and node_id is null
      and not node_named and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
    order by created_at, id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Counts the live shared exits of each node; nodes without any are missing. */
export async function sharedByNode(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select node_id as id, count(*)::int as count from exit
    where shared and retired_at is null and node_id is not null group by node_id`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function placeExits(tx: Tx, placed: { id: string; nodeId: string }[]): Promise<void> {
  await sql`
    update exit e set node_id = given."nodeId"
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as given (id uuid, "nodeId" uuid)
    where e.id = given.id and e.node_id is null`.execute(tx);
}

/** Whether any shared exit waits for a number. */
export async function anyWithoutPort(tx: Tx, ids: string[] | null): Promise<boolean> {
  const { rows } = await sql`
    select from exit where shared and shared_port is null and retired_at is null
      and (${ids}::uuid[] is null or id = any(${ids}::uuid[])) limit 1`.execute(tx);
  return rows.length > 0;
}

/** An exit that got a number, and the static IP that it is sold as. */
export interface NumberedExit {
  id: string;
  takenBy: string | null;
}

/**
 * Gives each of the exits without a number a free one of its node, in the order of `numbers`: sold
 * exits first, then those that are sold next. Exits for which none is left keep none.
 */
export async function giveNumbers(
  tx: Tx,
  { ids, numbers, now }: { ids: string[] | null; numbers: number[]; now: Date },
): Promise<NumberedExit[]> {
  const { rows } = await sql<NumberedExit>`
    with wanted as (
      select id, node_id, row_number() over (partition by node_id
        order by taken_by is null, coalesce(rests_until, created_at), id) as nth
      from exit
      where shared and shared_port is null and retired_at is null and node_id is not null
        and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))),
    free as (
      select n.node_id, given.port, row_number() over (partition by n.node_id
        order by given.place) as nth
      from (select distinct node_id from wanted) n
      cross join unnest(${numbers}::int[]) with ordinality as given (port, place)
      where not exists (select from exit u where u.node_id = n.node_id
          and u.shared_port = given.port and u.retired_at is null)
        and not exists (select from exit_bad_number b where b.node_id = n.node_id
          and b.port = given.port and b.until > ${now}))
    update exit e set shared_port = free.port, shared_open = false
    from wanted join free on free.node_id = wanted.node_id and free.nth = wanted.nth
    where e.id = wanted.id
    returning e.id, e.taken_by as "takenBy"`.execute(tx);
  return rows;
}

/** Notes which shared ports gateways have opened: they keep their numbers. */
export async function setSharedOpen(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update exit set shared_open = true
    where id = any(${ids}::uuid[]) and shared_port is not null and not shared_open`.execute(tx);
}

/**
 * Takes the numbers that could never be opened from their exits, and gives them to nobody until an
 * instant; returns the exits. Does nothing where a node could not open `most` others.
 */
export async function takeBadNumbers(
  tx: Tx,
  { ids, now, until, most }: { ids: string[]; now: Date; until: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with failed as (
      select e.id, e.node_id, e.shared_port as port from exit e
      where e.id = any(${ids}::uuid[]) and e.shared_port is not null and not e.shared_open
        and e.retired_at is null and (select count(*) from exit_bad_number b
          where b.node_id = e.node_id and b.until > ${now}) < ${most}),
    noted as (
      insert into exit_bad_number (node_id, port, until)
      select node_id, port, ${until} from failed order by node_id, port
      on conflict (node_id, port) do update set until = excluded.until)
    update exit e set shared_port = null from failed where e.id = failed.id
    returning e.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function removeBadNumbers(tx: Tx, now: Date): Promise<void> {
  await sql`delete from exit_bad_number where until <= ${now}`.execute(tx);
}

/** The node at whose hosts customers reach each of the exits; only of shared ones. */
export async function nodesOfShared(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; nodeId: string }>`
    select id, node_id as "nodeId" from exit
    where id = any(${ids}::uuid[]) and shared and node_id is not null`.execute(db);
  return new Map(rows.map(({ id, nodeId }) => [id, nodeId]));
}

/** The shared exits that have this port at their node. */
export async function sharedExitsAt(
  db: Db,
  port: number,
): Promise<{ id: string; nodeId: string }[]> {
  const { rows } = await sql<{ id: string; nodeId: string }>`
    select id, node_id as "nodeId" from exit
    where shared_port = ${port} and retired_at is null and node_id is not null`.execute(db);
  return rows;
}
