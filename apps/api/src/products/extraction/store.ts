/** Rows of extraction links. The only file that names their table. */
import type { ApiLink } from "@turnpike/contract/extraction.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../platform/search.ts";

/** A link's row; tokens and names of a place are empty where any place will do. */
export interface LinkRow
  extends Pick<
    ApiLink,
    | "id"
    | "plan"
    | "country"
    | "state"
    | "stateName"
    | "city"
    | "cityName"
    | "num"
    | "hours"
    | "minutes"
    | "format"
    | "separator"
    | "port"
    | "protocol"
    | "remark"
    | "uses"
  > {
  accountId: string;
  sealedToken: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = sql`id, account_id as "accountId", sealed_token as "sealedToken", plan, country,
  state, state_name as "stateName", city, city_name as "cityName", num, hours, minutes, format,
  separator, port, protocol, remark, created_at as "createdAt", last_used_at as "lastUsedAt", uses`;

/** @param tokenHash hex SHA-256 of the token */
export async function insertLink(tx: Tx, row: LinkRow, tokenHash: string): Promise<void> {
  await sql`
    insert into api_link (id, account_id, token_hash, sealed_token, plan, country, state,
      state_name, city, city_name, num, hours, minutes, format, separator, port, protocol, remark,
      created_at)
    values (${row.id}, ${row.accountId}, ${tokenHash}, ${row.sealedToken}, ${row.plan},
      ${row.country}, ${row.state}, ${row.stateName}, ${row.city}, ${row.cityName}, ${row.num},
      ${row.hours}, ${row.minutes}, ${row.format}, ${row.separator}, ${row.port}, ${row.protocol},
      ${row.remark}, ${row.createdAt})`.execute(tx);
}

/** Serializes changes to the number of an account's links until the transaction ends. */
export async function lockLinksOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended('api links ' || ${accountId}::text, 0))`.execute(tx);
}

export async function countLinks(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_link where account_id = ${accountId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** All links of an account, newest first. */
export async function linksOf(db: Db, accountId: string): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${columns} from api_link where account_id = ${accountId}
    order by position desc`.execute(db);
  return rows;
}

export async function linkByHash(db: Db, tokenHash: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select ${columns} from api_link where token_hash = ${tokenHash}`.execute(db);
  return rows[0] ?? null;
}

/** Counts a use of a link. Returns false if the link was removed in the meantime. */
export async function recordLinkUse(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update api_link set uses = uses + 1, last_used_at = greatest(last_used_at, ${now})
    where id = ${id}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Removes those of the links that belong to the account. Returns how many. */
export async function removeLinks(tx: Tx, accountId: string, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from api_link
    where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function removeLinksOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from api_link where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Searches an account's links by remark. */
export const searchLinks = (query: SearchQuery) =>
  searchRows(query, "link", {
    rows: sql`from api_link where account_id = ${query.accountId}`,
    id: sql`id`,
    name: sql`remark`,
    detail: joinNonEmpty(sql`plan`, sql`country`, sql`'×' || num`),
    texts: [sql`remark`],
  });
