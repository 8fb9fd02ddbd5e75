/** Whitelisted addresses by a piece of the address or what is written beside it. */
import { sql } from "kysely";
import { found, type Sought } from "../../platform/search.ts";

/** A query of the account's own that have not expired. */
export const foundEntries = (sought: Sought) =>
  found(sought, "whitelist", {
    rows: sql`
      from whitelist_entry
      where account_id = ${sought.accountId}
        and (expires_at is null or expires_at > ${new Date(sought.now)})`,
    id: sql`id`,
    name: sql`host(ip)`,
    detail: sql`description`,
    texts: [sql`description`],
    addresses: [sql`host(ip)`],
  });
