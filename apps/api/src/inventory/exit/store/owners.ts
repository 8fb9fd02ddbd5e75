/** Which node owns which exit (spec/nodes#ownership). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { nodeAddressRows, onlyNode } from "../../node/store/addresses.ts";
import { needsOwner } from "./offered.ts";
import { isPrefixOf, shownIp } from "./prefixes.ts";

/** An exit's owner as in resources: absent if every node can use it, null if it lacks one. */
export interface ExitOwner {
  owner?: string | null;
}

/** Owners of exits, including retired ones, by exit id. */
export async function ownersOfExits(db: Db, ids: string[]): Promise<Map<string, ExitOwner>> {
  const { rows } = await sql<{ id: string; nodeId: string | null; needed: boolean }>`
    select id, node_id as "nodeId", ${needsOwner} as needed from exit
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, nodeId, needed }) => [id, nodeId !== null || needed ? { owner: nodeId } : {}]),
  );
}

/** An exit whose owner changed, and the static IP that it is sold as. */
export interface MovedExit {
  id: string;
  takenBy: string | null;
}

/**
 * Assigns exits their owners by address, as `ownerOf` of the rules does. Skips exits whose import
 * names a node. `ids` null: all exits.
 */
export async function assignOwners(tx: Tx, ids: string[] | null): Promise<MovedExit[]> {
  const address = sql`(case e.how when 'local' then e.host::inet else e.ip end)`;
  const { rows } = await sql<MovedExit>`
    with asked as (
      select e.id, e.node_id, ${address} as address, case when ${isPrefixOf(sql.ref("e.ip"))} then e.ip end as prefix
      from exit e where e.retired_at is null and not e.node_named and ${needsOwner}
        and (${ids}::uuid[] is null or e.id = any(${ids}::uuid[]))
        and (e.node_id is null or exists (
          select from (${nodeAddressRows}) h where h.node_id <> e.node_id
            and (h.address = ${address} or (${isPrefixOf(sql.ref("e.ip"))} and h.address <<= e.ip))))),
    decided as (
      select a.id, case
          when a.node_id = any(known.nodes) then a.node_id
          else coalesce(known.nodes[1], a.node_id, (${onlyNode})) end as owner
      from asked a cross join lateral (
        select array_agg(node_id order by node_id) as nodes from (
          select h.node_id from (${nodeAddressRows}) h where h.address = a.address
          union
          select h.node_id from (${nodeAddressRows}) h
          where a.prefix is not null and h.address <<= a.prefix) both_ways) known)
    update exit e set node_id = decided.owner from decided
    where e.id = decided.id and e.node_id is distinct from decided.owner
    returning e.id, e.taken_by as "takenBy"`.execute(tx);
  return rows;
}

/** An exit that needs an owner and has none. */
export interface UnownedExit {
  ip: string;
  host: string;
  product: string;
}

/** Exits that need an owner and have none, by address. */
export async function unownedExits(db: Db, limit: number): Promise<UnownedExit[]> {
  const { rows } = await sql<UnownedExit>`
    select ${shownIp} as ip, host, product from exit
    where retired_at is null and node_id is null and ${needsOwner}
    order by exit.ip, product limit ${limit}`.execute(db);
  return rows;
}
