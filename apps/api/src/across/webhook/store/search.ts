/**
 * Searches for webhooks by their host or description. Not by the rest of the address, which works
 * like a password: whoever may search could find it letter by letter.
 */
import { sql } from "kysely";
import { searchRows, type SearchQuery } from "../../../platform/search.ts";

const host = sql`substring(url from '^https?://(?:[^/?#@]*@)?([^/?#]*)')`;

/** A query of the account's own webhooks. */
export const searchWebhooks = (query: SearchQuery) =>
  searchRows(query, "webhook", {
    rows: sql`from webhook where account_id = ${query.accountId}`,
    id: sql`id`,
    name: host,
    detail: sql`description`,
    texts: [host, sql`'https://' || ${host}`, sql`description`],
  });
