/** Searches for webhooks by part of their address or description. */
import { sql } from "kysely";
import { searchRows, type SearchQuery } from "../../../platform/search.ts";

/** A query of the account's own webhooks. */
export const searchWebhooks = (query: SearchQuery) =>
  searchRows(query, "webhook", {
    rows: sql`from webhook where account_id = ${query.accountId}`,
    id: sql`id`,
    name: sql`url`,
    detail: sql`description`,
    texts: [sql`url`, sql`regexp_replace(url, '^https?://', '')`, sql`description`],
  });
