/** Rows of whitelisted ports; `inventory/listening-port` stores their numbers and expiry. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../platform/db/uuid.ts";
import type { NamedPlace } from "../../inventory/exit/named-place.ts";
import { leasedPorts } from "../../inventory/listening-port/store/leased-ports.ts";
import { joinNonEmpty, searchRows, type SearchQuery } from "../../platform/search.ts";

/** A row with its port; tokens and names are empty, and `asn` null, where any place will do. */
export type WhitelistedPortRow = NamedPlace & {
  id: string;
  accountId: string;
  nodeId: string;
  port: number;
  minutes: number;
  remark: string;
  byLink: boolean;
  open: boolean;
  createdAt: Date;
  expiresAt: Date;
};
export type NewWhitelistedPort = Omit<
  WhitelistedPortRow,
  "nodeId" | "port" | "open" | "createdAt" | "expiresAt"
>;

const columns = sql`
  w.id, w.account_id as "accountId", g.node_id as "nodeId", g.port, w.country, w.state, w.state_name as "stateName",
  w.city, w.city_name as "cityName", w.isp, w.isp_name as "ispName", w.asn, w.minutes, w.remark,
  w.by_link as "byLink", g.open, g.created_at as "createdAt", g.expires_at as "expiresAt"`;
const live = sql`white_port w join ${leasedPorts} g on g.id = w.id and g.released_at is null`;

export async function insertWhitelistedPorts(tx: Tx, rows: NewWhitelistedPort[]): Promise<void> {
  await sql`
    insert into white_port (id, account_id, country, state, state_name, city, city_name, isp,
      isp_name, asn, minutes, remark, by_link)
    select id, "accountId", country, state, "stateName", city, "cityName", isp, "ispName", asn,
      minutes, remark, "byLink"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, "accountId" uuid,
      country text, state text, "stateName" text, city text, "cityName" text, isp text,
      "ispName" text, asn bigint, minutes integer, remark text, "byLink" boolean)`.execute(tx);
}

/** Whether it is the id of a live port at a node. */
export async function isPortAtNode(
  db: Db,
  { id, nodeId }: { id: string; nodeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${live} where w.id = ${id} and g.node_id = ${nodeId}`.execute(db);
  return rows.length > 0;
}

/** Serializes changes to the number of an account's ports until the transaction ends. */
export async function lockWhitelistedPortsOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended('white ports ' || ${accountId}::text, 0))`.execute(tx);
}

/** The number of an account's live ports. */
export async function countWhitelistedPorts(db: Db, of: { accountId: string; now: Date }) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${live}
    where w.account_id = ${of.accountId} and g.expires_at > ${of.now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The account's live ports among `ids`, in no particular order. */
export async function whitelistedPortsByIds(
  db: Db,
  { accountId, ids, now }: { accountId: string; ids: string[]; now: Date },
): Promise<WhitelistedPortRow[]> {
  const { rows } = await sql<WhitelistedPortRow>`
    select ${columns} from ${live}
    where w.account_id = ${accountId} and w.id = any(${ids.filter(isUuid)}::uuid[])
      and g.expires_at > ${now}`.execute(db);
  return rows;
}

/** A search of a list: text in any column, or countries by code. */
export interface PortSearch {
  text: string;
  countries: string[];
}
export interface WhitelistedPortPage {
  accountId: string;
  now: Date;
  sought: PortSearch | undefined;
  offset: number;
  limit: number;
}

/**
 * A page of an account's live ports, newest first, and their total number. Ports created at the
 * same time keep their order.
 */
export async function pageOfWhitelistedPorts(
  db: Db,
  of: WhitelistedPortPage,
): Promise<{ rows: WhitelistedPortRow[]; total: number }> {
  const where = sql`
    w.account_id = ${of.accountId} and g.expires_at > ${of.now} and ${matches(of.sought)}`;
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${live} where ${where}`.execute(db);
  const { rows } = await sql<WhitelistedPortRow>`
    select ${columns} from ${live} where ${where}
    order by g.created_at desc, w.position limit ${of.limit} offset ${of.offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

function matches(sought: PortSearch | undefined): RawBuilder<unknown> {
  if (sought === undefined) return sql`true`;
  const like = `%${sought.text.replace(/[\\%_]/g, "\\$&")}%`;
  const texts = [sql`g.port::text`, sql`w.remark`, sql`w.country`, sql`w.state`, sql`w.city`]
    .concat([sql`w.isp`, sql`w.state_name`, sql`w.city_name`, sql`w.isp_name`])
    .concat([sql`'AS' || w.asn`]);
  const conditions = texts.map((text) => sql`${text} ilike ${like}`);
  conditions.push(sql`w.country = any(${sought.countries}::text[])`);
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Those of the ids that gateways know, i.e. that are not released. */
export async function liveWhitelistedPorts(db: Db, ids: string[]): Promise<WhitelistedPortRow[]> {
  const { rows } = await sql<WhitelistedPortRow>`
    select ${columns} from ${live} where w.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** A page of all unreleased ports ordered by id, after `lastId` (empty for the first page). */
export async function liveWhitelistedPortsAfter(
  db: Db,
  lastId: string,
  limit: number,
): Promise<WhitelistedPortRow[]> {
  const { rows } = await sql<WhitelistedPortRow>`
    select ${columns} from ${live} where w.id > ${lastId || nilUuid}::uuid
    order by w.id limit ${limit}`.execute(db);
  return rows;
}

/** Ids of the accounts' unreleased ports. */
export async function liveWhitelistedPortIdsOf(db: Db, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from ${live} where w.account_id = any(${accountIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Erases the remarks of accounts' ports. */
export async function eraseRemarks(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    update white_port set remark = ''
    where account_id = any(${accountIds}::uuid[]) and remark <> ''`.execute(tx);
}

/** Searches an account's live ports. */
export const searchWhitelistedPorts = (query: SearchQuery) =>
  searchRows(query, "whitePort", {
    rows: sql`
      from white_port w join ${leasedPorts} g on g.id = w.id and g.released_at is null
      where w.account_id = ${query.accountId} and g.expires_at > ${new Date(query.now)}`,
    id: sql`w.id`,
    name: sql`g.port::text`,
    detail: joinNonEmpty(
      sql`concat_ws(' ', nullif(w.country, ''), nullif(w.city_name, ''))`,
      sql`w.remark`,
    ),
    texts: [sql`w.remark`, sql`w.city_name`],
    ports: [sql`g.port`],
  });
