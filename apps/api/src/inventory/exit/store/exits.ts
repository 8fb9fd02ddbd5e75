/** Rows of exits: the addresses that gateways connect from. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";
import { isOffered } from "./offered.ts";
import { isPrefix, prefixLength } from "./prefixes.ts";

export type ExitRow = Omit<ExitFact, "kind" | "user" | "password" | "prefix"> & {
  prefix: number | null;
  node_id: string | null;
  username: string;
  sealed_password: string;
};
const exitColumns = sql`
  id, node_id, how, host(ip) as ip, ${prefixLength} as prefix, host, port, username, sealed_password,
  country, state, city, postal, isp, asn, lab, product`;

/** Those of the named that are not retired. */
export async function exitRows(db: Db, ids: string[]): Promise<ExitRow[]> {
  const { rows } = await sql<ExitRow>`
    select ${exitColumns} from exit
    where id = any(${ids}::uuid[]) and retired_at is null`.execute(db);
  return rows;
}

/** A page in the order of ids, after `lastId` (empty for the first). */
export async function exitRowsAfter(db: Db, lastId: string, limit: number): Promise<ExitRow[]> {
  const { rows } = await sql<ExitRow>`
    select ${exitColumns} from exit
    where id > ${lastId || nilUuid}::uuid and retired_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** A query of id, ip (text), country and city_name, retired ones too: `join ${placedExits} e on …`. */
export const placedExits: RawBuilder<unknown> = sql`(
  select id, host(ip) as ip, country, city_name from exit)`;

/** Exits of one country that one node has, or (null) every node. */
export interface CountryExits {
  country: string;
  nodeId: string | null;
  exits: number;
}

/** How many exits of unlimited plans are offered, by country and the node that has them. */
export async function unlimitedExits(db: Db): Promise<CountryExits[]> {
  const { rows } = await sql<CountryExits>`
    select country, node_id as "nodeId", count(*)::int as exits from exit
    where product = 'unlimited' and retired_at is null and ${isOffered}
    group by country, node_id order by country`.execute(db);
  return rows;
}

/** Country and network of the exit that targets see as `ip`; null for none of ours. */
export async function networkOfExit(
  db: Db,
  ip: string,
): Promise<{ country: string; asn: number } | null> {
  const { rows } = await sql<{ country: string; asn: number }>`
    select country, asn from exit
    where (ip = ${ip}::inet or (${isPrefix} and ip >>= ${ip}::inet)) and retired_at is null
    order by product limit 1`.execute(db);
  return rows[0] ?? null;
}
