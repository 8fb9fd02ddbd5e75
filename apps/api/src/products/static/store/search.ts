/** Searches static IPs by part of their address, name, remark or city. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { beside, found, type Sought } from "../../../platform/search.ts";

/** Searches the IPs of a term that the account's list shows. */
export const searchStatics = (sought: Sought, term: StaticTerm) =>
  found(sought, term, {
    rows: sql`
      from static_ip
      where account_id = ${sought.accountId} and term = ${term} and deleted_at is null`,
    id: sql`id`,
    name: sql`host(ip)`,
    detail: beside(sql`name`, sql`concat_ws(' ', country, nullif(city_name, ''))`, sql`remark`),
    texts: [sql`static_ip.name`, sql`remark`, sql`city_name`],
    addresses: [sql`host(ip)`],
  });
