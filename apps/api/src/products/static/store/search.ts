/** Searches static IPs by part of their address, name, remark or city. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../../platform/search.ts";

/** Searches the IPs of a term that the account's list shows. */
export const searchStatics = (query: SearchQuery, term: StaticTerm) =>
  searchRows(query, term, {
    rows: sql`
      from static_ip
      where account_id = ${query.accountId} and term = ${term} and deleted_at is null`,
    id: sql`id`,
    name: sql`host(ip)`,
    detail: joinNonEmpty(
      sql`name`,
      sql`concat_ws(' ', country, nullif(city_name, ''))`,
      sql`remark`,
    ),
    texts: [sql`static_ip.name`, sql`remark`, sql`city_name`],
    addresses: [sql`host(ip)`],
  });
