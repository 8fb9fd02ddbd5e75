/** Manual changes that the operator makes to exits. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { nameOfNode } from "../../node/store/fleet.ts";

/** Addresses of the exits among `ids` that are not retired. */
export async function exitAddresses(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    select distinct host(ip) as ip from exit
    where id = any(${uuids(ids)}::uuid[]) and retired_at is null order by ip`.execute(tx);
  return rows.map(({ ip }) => ip);
}

/** Ids of the exits at an address or prefix, in every product, that are not retired. */
export async function exitIdsAt(tx: Tx, ip: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exit where ip = ${ip}::inet and retired_at is null`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface AssignedExit {
  id: string;
  ip: string;
  takenBy: string | null;
  /** The name of the previous owner; null if no node owned it. */
  nodeBefore: string | null;
}

/** Assigns exits to a node, as an import that names the node does. Null: owned by address again. */
export async function setNode(
  tx: Tx,
  ids: string[],
  nodeId: string | null,
): Promise<AssignedExit[]> {
  const { rows } = await sql<AssignedExit>`
    with before as (
      select id, ${nameOfNode(sql`exit.node_id`)} as name from exit
      where id = any(${uuids(ids)}::uuid[]) and retired_at is null and not lab for no key update)
    update exit e set node_id = ${nodeId}, node_named = ${nodeId !== null},
      shared_port = case when e.node_id is not distinct from ${nodeId}::uuid then e.shared_port end
    from before
    where e.id = before.id
    returning e.id, host(e.ip) as ip, e.taken_by as "takenBy", before.name as "nodeBefore"
  `.execute(tx);
  return rows;
}

/** Sets until when static and short exits that are not taken rest; returns their addresses. */
export async function setRest(tx: Tx, ids: string[], until: Date | null): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    update exit set rests_until = ${until}
    where id = any(${uuids(ids)}::uuid[]) and retired_at is null and taken_by is null
      and product in ('static', 'short')
    returning host(ip) as ip`.execute(tx);
  return rows.map(({ ip }) => ip);
}

/** Drops what is not a UUID: it identifies no exit. */
const uuids = (ids: string[]) => ids.filter((id) => isUuid(id));
