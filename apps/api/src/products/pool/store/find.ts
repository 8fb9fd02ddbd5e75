/** Finds opened IPs for other features. */
import { sql } from "kysely";
import { nodeByName } from "../../../inventory/node/store.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { leasedPorts } from "../../../inventory/listening-port/store/leased-ports.ts";
import { loginNameOf } from "./login.ts";

export interface NamedIp {
  name: string;
  product: "ip";
}
/**
 * Display names of an account's opened IPs by id, including ended ones: the login's name, or
 * `:port` for those without a login. Unknown ids are left out.
 */
export async function openedIpNames(
  db: Db,
  accountId: string,
  ids: string[],
): Promise<Map<string, NamedIp>> {
  const { rows } = await sql<{ id: string; auth: string; port: number }>`
    select o.id, o.auth, g.port from opened_ip o join ${leasedPorts} g on g.id = o.id
    where o.account_id = ${accountId}
      and o.id = any(${[...new Set(ids)].filter(isUuid)}::uuid[])`.execute(db);
  const name = rows.some(({ auth }) => auth === "user") ? await loginNameOf(db, accountId) : null;
  return new Map(
    rows.map(({ id, auth, port }) => [
      id,
      { name: (auth === "user" ? name : null) ?? `:${port}`, product: "ip" },
    ]),
  );
}

/** Ids of the account's opened IPs, also ended ones, with this login name or `:port`. */
export async function openedIdsNamed(db: Db, accountId: string, name: string): Promise<string[]> {
  const port = /^:(\d{1,5})$/.exec(name)?.[1];
  const login = await loginNameOf(db, accountId);
  const own = login?.toLowerCase() === name.toLowerCase();
  if (!own && port === undefined) return [];
  const alike = own ? sql`o.auth = 'user'` : sql`o.auth = 'nouser' and g.port = ${Number(port)}`;
  const { rows } = await sql<{ id: string }>`
    select o.id from opened_ip o join ${leasedPorts} g on g.id = o.id
    where o.account_id = ${accountId} and ${alike}
    order by o.position desc limit ${maxNamed}`.execute(db);
  return rows.map(({ id }) => id);
}
/** The newest rows are enough: the request log covers one day. */
const maxNamed = 20_000;

export interface OpenIp {
  id: string;
  nodeId: string;
  /** The login's name; null if access is by whitelisted address. */
  name: string | null;
}
/** The account's opened IPs that gateways have open at a port number: at most one per node. */
export async function openIpsAt(db: Db, accountId: string, port: number): Promise<OpenIp[]> {
  const { rows } = await sql<{ id: string; nodeId: string; auth: string }>`
    select o.id, g.node_id as "nodeId", o.auth from opened_ip o join ${leasedPorts} g on g.id = o.id
    where o.account_id = ${accountId} and g.port = ${port} and g.open
      and g.released_at is null`.execute(db);
  const login = rows.length > 0 ? await loginNameOf(db, accountId) : null;
  return rows.map(({ auth, ...row }) => ({ ...row, name: auth === "user" ? login : null }));
}

/** Those of the ids whose port is at another node than `node`. */
export async function openedIpsAtOtherNodes(
  tx: Tx,
  { node, ids }: { node: string; ids: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; nodeId: string }>`
    select o.id, g.node_id as "nodeId" from opened_ip o join ${leasedPorts} g on g.id = o.id
    where o.id = any(${ids}::uuid[])`.execute(tx);
  const own = await nodeByName(tx, node);
  return rows.filter(({ nodeId }) => nodeId !== own?.id).map(({ id }) => id);
}
