/** Finds ports of unlimited plans for other features. */
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import { sql } from "kysely";
import { nodeByName } from "../../../inventory/node/store.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

export interface NamedPort {
  name: string;
  product: UnlimitedKind;
}
/** Names of an account's ports by id, including released ones. Unknown ids are left out. */
export async function portNames(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, NamedPort>> {
  const { rows } = await sql<NamedPort & { id: string }>`
    select o.id, o.name, p.kind as product
    from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.account_id = ${accountId}
      and o.id = any(${[...new Set(ids)].filter(isUuid)}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** Ids of an account's ports with this name, ignoring case; including released ones. */
export async function portIdsNamed(db: Db, accountId: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unlimited_port
    where account_id = ${accountId} and lower(name collate "C") = ${name.toLowerCase()}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface OpenPort {
  id: string;
  nodeId: string;
  name: string;
  region: UnlimitedRegion;
}
/** The account's ports that gateways have open at a number: at most one per node. */
export async function openPortsAt(db: Db, accountId: string, port: number): Promise<OpenPort[]> {
  const { rows } = await sql<OpenPort>`
    select o.id, o.node_id as "nodeId", o.name, p.region
    from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.account_id = ${accountId} and o.port = ${port} and o.open
      and o.released_at is null`.execute(db);
  return rows;
}

/** The gateway workers that opened a plan's ports, also of a plan that has ended. */
export async function gatewaysOfPlan(db: Db, planId: string): Promise<string[]> {
  const { rows } = await sql<{ gateway: string }>`
    select distinct gateway from unlimited_port
    where plan_id = ${planId} and gateway is not null`.execute(db);
  return rows.map(({ gateway }) => gateway);
}

/** Those of the plans that have, or had, ports at a node. */
export async function plansAtNode(db: Db, nodeId: string, planIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct plan_id as id from unlimited_port
    where node_id = ${nodeId} and plan_id = any(${planIds.filter(isUuid)}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the ids whose port is at another node than `node`. */
export async function portsAtOtherNodes(
  tx: Tx,
  { node, ids }: { node: string; ids: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; nodeId: string }>`
    select id, node_id as "nodeId" from unlimited_port
    where id = any(${ids}::uuid[])`.execute(tx);
  const own = await nodeByName(tx, node);
  return rows.filter(({ nodeId }) => nodeId !== own?.id).map(({ id }) => id);
}
