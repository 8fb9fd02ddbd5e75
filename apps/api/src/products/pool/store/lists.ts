/** Reads an account's opened IPs for lists, charts and exports. */
import type { IpAuth } from "@turnpike/contract/pool.ts";
import { listedMs } from "@turnpike/rules/pool.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { placedExits } from "../../../inventory/exit/store/exits.ts";
import { leasedPorts } from "../../../inventory/listening-port/store/leased-ports.ts";
import { type OpenedRow, openedColumns, openedTables } from "./opened-ips.ts";

export interface OpenedScope {
  accountId: string;
  auth: IpAuth;
  /** Milliseconds since 1970. */
  now: number;
}
export interface OpenedFilter {
  country?: string | undefined;
  /** Part of an address, of host:port or of a city's name, ignoring case. */
  search?: string | undefined;
  status?: "active" | "ended" | undefined;
}

const activeAt = (now: number) => sql`(o.deleted_at is null and o.expires_at > ${new Date(now)})`;

/** Escapes text for a LIKE pattern that matches it anywhere. */
const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function filterCondition(
  { country, search, status }: OpenedFilter,
  { now, host }: { now: number; host: string },
): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (country !== undefined) conditions.push(sql`e.country = ${country}`);
  if (status !== undefined)
    conditions.push(status === "active" ? activeAt(now) : sql`not ${activeAt(now)}`);
  if (search !== undefined) {
    const like = containsPattern(search);
    conditions.push(
      sql`(e.ip ilike ${like} or e.city_name ilike ${like}
        or ${`${host}:`}::text || g.port ilike ${like})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

/** A page of an account's listed IPs, newest first, and their total number. */
export async function pageOfOpened(
  db: Db,
  { accountId, auth, now }: OpenedScope,
  request: OpenedFilter & { host: string; offset: number; limit: number },
): Promise<{ rows: OpenedRow[]; total: number }> {
  const since = new Date(now - listedMs);
  // Ports are created with their opened IP, so older ports need not be scanned.
  const from = sql`opened_ip o
    left join ${leasedPorts} g on g.id = o.id and g.created_at > ${since}
    left join ${placedExits} e on e.id = o.exit_id
    where o.account_id = ${accountId} and o.auth = ${auth} and not o.hidden
      and o.opened_at > ${since} and ${filterCondition(request, { now, host: request.host })}`;
  const { rows } = await sql<OpenedRow & { total: number }>`
    with found as materialized (select o.id, o.position from ${from}),
    page as (
      select id from found order by position desc limit ${request.limit} offset ${request.offset})
    select ${openedColumns}, (select count(*)::int from found) as total
    from ${openedTables} where o.id in (select id from page) order by o.position desc`.execute(db);
  const [first] = rows;
  if (first !== undefined || request.offset === 0) return { rows, total: first?.total ?? 0 };
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from ${from}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The active ones after `last` (from the start if undefined), newest first. */
export async function activeOpenedAfter(
  db: Db,
  { accountId, auth, now }: Omit<OpenedScope, "auth"> & { auth: IpAuth | undefined },
  { last, limit }: { last: OpenedRow | undefined; limit: number },
): Promise<OpenedRow[]> {
  const alike = auth === undefined ? sql`true` : sql`o.auth = ${auth}`;
  const after = last === undefined ? sql`true` : sql`o.position < ${last.position}`;
  const { rows } = await sql<OpenedRow>`
    select ${openedColumns} from ${openedTables}
    where o.account_id = ${accountId} and not o.hidden and ${activeAt(now)}
      and o.opened_at > ${new Date(now - listedMs)} and ${alike} and ${after}
    order by o.position desc limit ${limit}`.execute(db);
  return rows;
}

export interface OpeningOutcome {
  /** The requested port could not be opened, so the IP was refunded. */
  useless: boolean;
}
/** Reads these opened IPs again, regardless of account. */
export async function openedIpsByIds(
  db: Db,
  ids: string[],
): Promise<(OpenedRow & OpeningOutcome)[]> {
  const { rows } = await sql<OpenedRow & OpeningOutcome>`
    select ${openedColumns}, (coalesce(g.asked, false) and o.returned_at is not null) as useless from ${openedTables} where o.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
}

/** The number of IPs opened and not refunded per UTC day (`YYYY-MM-DD`) since an instant. */
export async function openedByDay(
  db: Db,
  accountId: string,
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; opened: number }>`
    select to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as opened
    from opened_ip
    where account_id = ${accountId} and opened_at >= ${since} and returned_at is null
    group by 1`.execute(db);
  return new Map(rows.map(({ day, opened }) => [day, opened]));
}
