/** Pages and counts of an account's static IPs for its lists (spec/static#static-ip). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import type { StaticSort } from "@turnpike/contract/static.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { expiringMs } from "@turnpike/rules/static-ip.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { unreachableExits } from "../../../inventory/exit/store/health.ts";
import { type StaticRow, staticColumns } from "./static-ips.ts";

export interface StaticsScope {
  accountId: string;
  term: StaticTerm;
  now: number;
}
export interface ListFilter {
  id?: string | undefined;
  country?: string | undefined;
  /** A token or a name. */
  city?: string | undefined;
  status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
  /** Part of an address, a city's name, a name or a remark, ignoring case. */
  search?: string | undefined;
  /** Countries whose name contains the search text in the caller's language. */
  searchedCountries?: string[];
}
export interface ListPage {
  /** A leading `-` sorts in descending order. Default: newest first. */
  sort?: string | undefined;
  offset: number;
  limit: number;
}

/** Expired IPs never count as unreachable, because they cannot be replaced. */
const isUnreachable = (now: Date) =>
  sql`(expires_at > ${now} and exit_id in (${unreachableExits}))`;

function ofScope({ accountId, term }: StaticsScope): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and term = ${term} and deleted_at is null`;
}

function inStatus(status: NonNullable<ListFilter["status"]>, { term, now }: StaticsScope) {
  const at = new Date(now);
  if (status === "active") return sql`expires_at > ${at}`;
  if (status === "expired") return sql`expires_at <= ${at}`;
  if (status === "unreachable") return isUnreachable(at);
  return sql`(expires_at > ${at} and expires_at <= ${new Date(now + expiringMs[term])})`;
}

function matchesSearch(text: string, countries: string[]): RawBuilder<unknown> {
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(host(ip) like ${like} or name ilike ${like} or remark ilike ${like}
    or city_name ilike ${like} or city ilike ${like} or country = any(${countries}::text[]))`;
}

function filterCondition(of: StaticsScope, filter: ListFilter): RawBuilder<unknown> {
  const { id, country, city, status, search, searchedCountries = [] } = filter;
  const conditions = [
    ofScope(of),
    id === undefined ? null : isUuid(id) ? sql`id = ${id}::uuid` : sql`false`,
    country === undefined ? null : sql`country = ${country}`,
    city === undefined ? null : sql`city = ${foldPlace(city)}`,
    status === undefined ? null : inStatus(status, of),
    search === undefined ? null : matchesSearch(search, searchedCountries),
  ];
  return sql.join(
    conditions.filter((each) => each !== null),
    sql` and `,
  );
}

/**
 * The columns of each sort order; the id follows, so that pages never overlap. They are qualified:
 * a bare `ip` would be the selected text, in which 10 sorts before 9.
 */
const sortColumns: Record<StaticSort, string[]> = {
  expiresAt: ["static_ip.expires_at"],
  startedAt: ["static_ip.started_at"],
  ip: ["static_ip.ip"],
  country: ["static_ip.country", "static_ip.city_name", "static_ip.ip"],
  city: ["static_ip.city_name", "static_ip.ip"],
  account: ["lower(static_ip.name)"],
  remark: ["lower(static_ip.remark)"],
};
const isSort = (name: string): name is StaticSort => Object.hasOwn(sortColumns, name);

function orderBy(sort: string): RawBuilder<unknown> {
  const down = sort.startsWith("-");
  const name = down ? sort.slice(1) : sort;
  const columns = [...sortColumns[isSort(name) ? name : "startedAt"], "static_ip.id"];
  return sql.raw(columns.map((column) => `${column} ${down ? "desc" : "asc"}`).join(", "));
}

/** A page of an account's static IPs and their total number. */
export async function pageOfStatics(
  db: Db,
  of: StaticsScope,
  { sort = "-startedAt", offset, limit, ...filter }: ListFilter & ListPage,
): Promise<{ rows: StaticRow[]; total: number }> {
  const where = filterCondition(of, filter);
  // Rows deleted between the two queries are left out: their passwords are erased.
  // Sort ids only: thousands of whole rows would exceed the sort memory.
  const page = await sql<{ id: string; total: number }>`
    select id, (count(*) over ())::int as total from static_ip where ${where}
    order by ${orderBy(sort)} limit ${limit} offset ${offset}`.execute(db);
  const ids = page.rows.map(({ id }) => id);
  if (ids.length === 0) return { rows: [], total: offset === 0 ? 0 : await count(db, where) };
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where id = any(${ids}::uuid[]) and deleted_at is null
    order by ${orderBy(sort)}`.execute(db);
  return { rows, total: page.rows[0]?.total ?? 0 };
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from static_ip where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Unexpired IPs after `last` (from the start without it), newest first. */
export async function activeStaticsAfter(
  db: Db,
  of: StaticsScope,
  { last, limit }: { last?: StaticRow | undefined; limit: number },
): Promise<StaticRow[]> {
  const after = last ? sql`and (started_at, id) < (${last.started_at}, ${last.id}::uuid)` : sql``;
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where ${ofScope(of)} and expires_at > ${new Date(of.now)} ${after}
    order by started_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

export interface StaticCounts {
  active: number;
  /** Active ones that end soon. */
  expiringSoon: number;
  expired: number;
  /** Active ones only. */
  autoRenew: number;
  unreachable: number;
}
/** Counts an account's IPs; all counts but `expired` cover active ones only. */
export async function countStatics(db: Db, of: StaticsScope): Promise<StaticCounts> {
  const now = new Date(of.now);
  const soon = new Date(of.now + expiringMs[of.term]);
  const { rows } = await sql<StaticCounts>`
    select count(*) filter (where expires_at > ${now})::int as active,
      count(*) filter (where expires_at > ${now} and expires_at <= ${soon})::int as "expiringSoon",
      count(*) filter (where expires_at <= ${now})::int as expired,
      count(*) filter (where expires_at > ${now} and auto_renew)::int as "autoRenew",
      count(*) filter (where ${isUnreachable(now)})::int as unreachable
    from static_ip where ${ofScope(of)}`.execute(db);
  const none = { active: 0, expiringSoon: 0, expired: 0, autoRenew: 0, unreachable: 0 };
  return rows[0] ?? none;
}
