/** Finds static IPs for other features. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { ownersOfExits } from "../../../inventory/exit/store/owners.ts";
import { nodeByName } from "../../../inventory/node/store.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

export interface NamedStatic {
  name: string;
  product: StaticTerm;
}
/** Names of an account's static IPs by id, including deleted ones. Unknown ids are left out. */
export async function staticNames(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, NamedStatic>> {
  const { rows } = await sql<NamedStatic & { id: string }>`
    select id, name, term as product from static_ip
    where account_id = ${accountId}
      and id = any(${[...new Set(ids)].filter(isUuid)}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/** Ids of an account's static IPs with this name, ignoring case; including deleted ones. */
export async function staticIdsNamed(db: Db, accountId: string, name: string): Promise<string[]> {
  const named = sql`
    select id from static_ip where account_id = ${accountId} and lower(name collate "C") = ${name.toLowerCase()}`;
  // Each half uses its own partial index.
  const { rows } = await sql<{ id: string }>`
    ${named} and deleted_at is null union all ${named} and deleted_at is not null`.execute(db);
  return rows.map(({ id }) => id);
}

export interface StaticEndpoint {
  id: string;
  name: string;
  exitId: string;
  /** Canonical form. */
  ip: string;
}
/** The account's static IP that has this address now, or null. */
export async function staticAt(
  db: Db,
  accountId: string,
  ip: string,
): Promise<StaticEndpoint | null> {
  const { rows } = await sql<StaticEndpoint>`
    select id, name, exit_id as "exitId", host(ip) as ip from static_ip
    where account_id = ${accountId} and ip = ${ip}::inet and deleted_at is null
      and released_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The account's static IPs on these exits now. */
export async function staticsOnExits(
  db: Db,
  accountId: string,
  exitIds: string[],
): Promise<StaticEndpoint[]> {
  const { rows } = await sql<StaticEndpoint>`
    select id, name, exit_id as "exitId", host(ip) as ip from static_ip
    where account_id = ${accountId} and exit_id = any(${exitIds}::uuid[]) and deleted_at is null
      and released_at is null`.execute(db);
  return rows;
}

/** Those of the ids whose exit belongs to another node than `node`. */
export async function staticIpsAtOtherNodes(
  tx: Tx,
  { node, ids }: { node: string; ids: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; exitId: string }>`
    select id, exit_id as "exitId" from static_ip where id = any(${ids}::uuid[])`.execute(tx);
  const owners = await ownersOfExits(
    tx,
    rows.map(({ exitId }) => exitId),
  );
  const own = await nodeByName(tx, node);
  const isElsewhere = ({ exitId }: { exitId: string }) => {
    const owner = owners.get(exitId)?.owner;
    return owner != null && owner !== own?.id;
  };
  return rows.filter(isElsewhere).map(({ id }) => id);
}
