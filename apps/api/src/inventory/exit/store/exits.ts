/** Rows of exits: the addresses from which gateways connect to targets. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";
import { isOffered } from "./offered.ts";
import { isPrefix, prefixLength } from "./prefixes.ts";

export type ExitRow = Omit<
  ExitFact,
  "kind" | "user" | "password" | "prefix" | "dns" | "sharedPort"
> & {
  dns: "local" | "remote";
  prefix: number | null;
  node_id: string | null;
  shared: boolean;
  shared_port: number | null;
  username: string;
  sealed_password: string;
};
/** While a modem's address changes, gateways write that it is not known. */
const gatewayIp = sql`
  case when modem.exit_id is null then host(ip) when modem.changing_since is not null then ''
    else coalesce(host(modem.address), '') end`;
const exitColumns = sql`
  id, node_id, how, ${gatewayIp} as ip, ${prefixLength} as prefix, host, port, username,
  sealed_password, country, state, city, postal, isp, asn, lab, product, dns, shared, shared_port`;
const fromExits = sql`exit left join modem on modem.exit_id = exit.id`;

/** The exits among `ids` that are not retired. */
export async function exitRows(db: Db, ids: string[]): Promise<ExitRow[]> {
  const { rows } = await sql<ExitRow>`
    select ${exitColumns} from ${fromExits}
    where id = any(${ids}::uuid[]) and retired_at is null`.execute(db);
  return rows;
}

/** A page of exits ordered by id, after `lastId` (empty: the first page). */
export async function exitRowsAfter(db: Db, lastId: string, limit: number): Promise<ExitRow[]> {
  const { rows } = await sql<ExitRow>`
    select ${exitColumns} from ${fromExits}
    where id > ${lastId || nilUuid}::uuid and retired_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** A subquery of all exits' id, ip (text), country and city_name: `join ${placedExits} e on …`. */
export const placedExits: RawBuilder<unknown> = sql`(
  select id, host(ip) as ip, country, city_name from exit)`;

/** How many exits of a country a node owns; `nodeId` null: shared by every node. */
export interface CountryExits {
  country: string;
  nodeId: string | null;
  exits: number;
}

/** Counts the offered exits of unlimited plans, by country and owning node. */
export async function unlimitedExits(db: Db): Promise<CountryExits[]> {
  const { rows } = await sql<CountryExits>`
    select country, node_id as "nodeId", count(*)::int as exits from exit
    where product = 'unlimited' and retired_at is null and ${isOffered}
    group by country, node_id order by country`.execute(db);
  return rows;
}

/** Country and network of the exit that targets see as `ip`; null if no exit has this address. */
export async function networkOfExit(
  db: Db,
  ip: string,
): Promise<{ country: string; asn: number } | null> {
  const { rows } = await sql<{ country: string; asn: number }>`
    select country, asn from exit
    where (ip = ${ip}::inet or (${isPrefix} and ip >>= ${ip}::inet)
      or id = any(array(select exit_id from modem where address = ${ip}::inet)))
      and retired_at is null
    order by product limit 1`.execute(db);
  return rows[0] ?? null;
}
