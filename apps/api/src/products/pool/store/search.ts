/** Searches opened IPs by part of their address, port or city. */
import { listedMs } from "@turnpike/rules/pool.ts";
import { sql } from "kysely";
import { placedExits } from "../../../inventory/exit/store/exits.ts";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../../platform/search.ts";
import { leasedPorts } from "../../../inventory/listening-port/store/leased-ports.ts";

/** Searches the account's currently open IPs. */
export const searchOpenedIps = (query: SearchQuery) =>
  searchRows(query, "openedIp", {
    rows: sql`
      from opened_ip o
      join ${leasedPorts} g on g.id = o.id and g.created_at > ${new Date(query.now - listedMs)}
      join ${placedExits} e on e.id = o.exit_id
      where o.account_id = ${query.accountId} and not o.hidden and o.deleted_at is null
        and o.expires_at > ${new Date(query.now)}
        and o.opened_at > ${new Date(query.now - listedMs)}`,
    id: sql`o.id`,
    name: sql`e.ip`,
    detail: joinNonEmpty(
      sql`':' || g.port`,
      sql`concat_ws(' ', e.country, nullif(e.city_name, ''))`,
    ),
    owner: sql`o.auth`,
    texts: [sql`e.city_name`],
    addresses: [sql`e.ip`],
    ports: [sql`g.port`],
  });
