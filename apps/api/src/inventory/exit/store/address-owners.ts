/** Whose an exit's address is, for lines that gateways write about it (spec/nodes#identity). */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { needsOwner } from "./offered.ts";
import { isPrefix } from "./prefixes.ts";

/** An exit that targets see at an address, also a retired one. */
export interface AddressOwner {
  address: string;
  /** Null if every node may use it. */
  nodeId: string | null;
}

/** The exits at these addresses, which must be valid; an address in a prefix is the prefix's. */
export async function ownersOfAddresses(db: Db, addresses: string[]): Promise<AddressOwner[]> {
  const { rows } = await sql<AddressOwner>`
    with given as (select address, address::inet as ip from unnest(${addresses}::text[]) as address),
    found as (
      select given.address, exit.id from given join exit on exit.ip = given.ip
      union select given.address, a.exit_id from given join modem_address a on a.address = given.ip
      union select given.address, exit.id
      from exit join given on given.ip <<= exit.ip where ${isPrefix})
    select found.address, exit.node_id as "nodeId"
    from found join exit on exit.id = found.id
    where exit.node_id is not null or not ${needsOwner}`.execute(db);
  return rows;
}
