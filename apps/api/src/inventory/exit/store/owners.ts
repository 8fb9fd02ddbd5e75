/** Which node owns which exit (spec/nodes#ownership). */
import { sql } from "kysely";
import { recordChanges } from "../../../platform/changes/changes.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { lostSince, nodeAddressRows, onlyNode } from "../../node/store/addresses.ts";
import { nameOfNode } from "../../node/store/fleet.ts";
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

/** The address that a node must have to be an exit's owner, on a row `e` of `exit`. */
const ownedAddress = sql`(case e.how when 'local' then e.host::inet else e.ip end)`;

/** The nodes that have the address of a row `e` of `exit`, or one in its prefix: node_id. */
const havingNodes = sql`(
  select h.node_id, h.name from (${nodeAddressRows}) h where h.address = ${ownedAddress}
  union
  select h.node_id, h.name from (${nodeAddressRows}) h
  where ${isPrefixOf(sql.ref("e.ip"))} and h.address <<= e.ip)`;

/**
 * Assigns exits without an owner theirs, as `ownerOf` of the rules does; exits that have one keep
 * it. `ids` null: all exits.
 */
export async function assignOwners(tx: Tx, ids: string[] | null): Promise<MovedExit[]> {
  const { rows } = await sql<MovedExit>`
    with asked as (
      select e.id, (${onlyNode}) as only,
        case when e.how = 'local' and e.sealed_password = '' and e.taken_by is null
          then known.nodes end as nodes
      from exit e cross join lateral (
        select array_agg(having_it.node_id) as nodes from ${havingNodes} having_it) known
      where e.retired_at is null and e.node_id is null and not e.node_named and ${needsOwner}
        and (${ids}::uuid[] is null or e.id = any(${ids}::uuid[])))
    update exit e set node_id = coalesce(asked.only, asked.nodes[1]) from asked
    where e.id = asked.id and e.node_id is null
      and (asked.only is not null or cardinality(asked.nodes) = 1)
    returning e.id, e.taken_by as "takenBy"`.execute(tx);
  return rows;
}

/** Sends other nodes a node's exits again: their passwords for its relay changed, or the relay ended. */
export async function recordRelayedExits(tx: Tx, nodeId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from exit where node_id = ${nodeId} and retired_at is null and how = 'local'
      and product in ('pool', 'unlimited')`.execute(tx);
  await recordChanges(
    tx,
    rows.map(({ id }) => ({ kind: "exit", id })),
  );
}

/** How long an owner may be without the address before the operator is told. */
const graceHours = 2;

/**
 * A query of exits whose address other nodes than the owner claim, or whose owner lost it hours ago.
 * Nothing moves by itself: the operator decides (spec/nodes#ownership).
 */
const claimRows = sql`
  select e.id, e.ip as at, e.product, e.how as kind, e.taken_by is not null as sold,
    case when ${isPrefixOf(sql.ref("e.ip"))} then text(e.ip) else host(e.ip) end as ip,
    coalesce(${nameOfNode(sql.ref("e.node_id"))}, '') as owner,
    coalesce(claim.nodes, '{}') as "claimedBy", lost.since as "missingSince"
  from exit e
  cross join lateral (
    select array_agg(having_it.name order by having_it.name) as nodes from ${havingNodes} having_it
    where having_it.node_id is distinct from e.node_id) claim
  cross join lateral (
    select ${lostSince(sql.ref("e.node_id"), ownedAddress)} as since) lost
  where e.retired_at is null and ${needsOwner} and (claim.nodes is not null
    or lost.since < now() - make_interval(hours => ${graceHours}))`;

/** Whether machines and our books disagree about an exit; on a row of `exit`. */
export const isClaimed = sql`exit.id in (select claimed.id from (${claimRows}) claimed)`;

/** Names of nodes that claim an exit of another node or of none; on a row of `exit`. */
export const claimantsOf = sql`coalesce(
  (select claimed."claimedBy" from (${claimRows}) claimed where claimed.id = exit.id), '{}')`;

/** An exit about which machines and our books disagree. */
export interface ExitClaim {
  id: string;
  ip: string;
  product: string;
  kind: string;
  sold: boolean;
  /** The owner's name; empty: none, so the exit is not offered. */
  owner: string;
  /** Names of other nodes that say that they have the address. */
  claimedBy: string[];
  /** Since when the owner does not have the address any more; null if it has it. */
  missingSince: Date | null;
}

/** Claims by address, at most `limit`. */
export async function exitClaims(db: Db, limit: number): Promise<ExitClaim[]> {
  const { rows } = await sql<ExitClaim>`
    select id, ip, product, kind, sold, owner, "claimedBy", "missingSince"
    from (${claimRows}) claimed order by at, product limit ${limit}`.execute(db);
  return rows;
}

export async function countExitClaims(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${claimRows}) claimed`.execute(db);
  return rows[0]?.count ?? 0;
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
