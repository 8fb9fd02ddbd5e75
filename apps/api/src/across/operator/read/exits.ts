/** Exits and stock for the console (spec/console#supply). */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { type RawBuilder, sql } from "kysely";
import { needsOwner } from "../../../inventory/exit/store/offered.ts";
import { claimantsOf, isClaimed } from "../../../inventory/exit/store/owners.ts";
import { shownIp } from "../../../inventory/exit/store/prefixes.ts";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern, type Page, type Paged, readPage } from "./paging.ts";

export type ExitState = "ready" | "free" | "taken" | "resting" | "offline" | "unowned" | "retired";

const singly = sql`exit.product in ('static', 'short')`;
const unowned = sql`(exit.node_id is null and ${needsOwner})`;

/** SQL for the state of an exit, as `exits list` shows it. */
const stateAt = (now: Date) => sql<ExitState>`
  case when exit.retired_at is not null then 'retired' when ${unowned} then 'unowned'
    when exit.offline_since is not null then 'offline' when not ${singly} then 'ready'
    when exit.taken_by is not null then 'taken' when exit.rests_until > ${now} then 'resting'
    else 'free' end`;

export interface ListedExit {
  id: string;
  ip: string;
  kind: string;
  host: string;
  port: number;
  product: string;
  country: string;
  city: string;
  isp: string;
  asn: number;
  provenance: string;
  node: string;
  /** Other nodes that say that they have its address. */
  claimedBy: string[];
  state: ExitState;
  restsUntil: Date | null;
  latencyMs: number | null;
  failures: number;
  offlineSince: Date | null;
  holderId: string | null;
  holderEmail: string | null;
  createdAt: Date;
  retiredAt: Date | null;
}

export interface ExitQuery extends Page {
  now: Date;
  search?: string | undefined;
  product?: string | undefined;
  country?: string | undefined;
  node?: string | undefined;
  /** `claimed`: any whose owner has to be confirmed. */
  state?: ExitState | "claimed" | undefined;
}

/** Returns a page of exits by address; without `state`, all but retired ones. */
export function listStock(db: Db, query: ExitQuery): Promise<Paged<ListedExit>> {
  const { now, page, limit } = query;
  return readPage(db, {
    page,
    limit,
    columns: sql`exit.id, ${shownIp} as ip, exit.how as kind, exit.host, exit.port,
      exit.product, exit.country, exit.city_name as city, exit.isp_name as isp, exit.asn,
      exit.provenance, coalesce(n.name, '') as node, ${stateAt(now)} as state,
      ${claimantsOf} as "claimedBy",
      case when exit.rests_until > ${now} then exit.rests_until end as "restsUntil",
      exit.latency_ms as "latencyMs", exit.failures, exit.offline_since as "offlineSince",
      a.id as "holderId", case when a.closed_at is null then a.email end as "holderEmail",
      exit.created_at as "createdAt", exit.retired_at as "retiredAt"`,
    from: sql`exit left join node n on n.id = exit.node_id
      left join static_ip s on s.id = exit.taken_by left join account a on a.id = s.account_id`,
    where: conditionsOf(query),
    order: sql`exit.ip, exit.product, exit.id`,
  });
}

function conditionsOf(query: ExitQuery): RawBuilder<unknown>[] {
  const { search, product, country, node, state, now } = query;
  const like = likePattern(search ?? "");
  const ip = search === undefined ? null : canonicalAddress(search);
  const searched =
    ip === null
      ? sql`(host(exit.ip) like ${like} or exit.host ilike ${like}
          or exit.isp_name ilike ${like} or exit.provenance ilike ${like})`
      : sql`(exit.ip = ${ip}::inet
          or exit.id = any(array(select exit_id from modem where address = ${ip}::inet)))`;
  return [
    state === undefined || state === "claimed"
      ? sql`exit.retired_at is null`
      : sql`${stateAt(now)} = ${state}`,
    ...(state === "claimed" ? [isClaimed] : []),
    ...(search === undefined ? [] : [searched]),
    ...(product === undefined ? [] : [sql`exit.product = ${product}`]),
    ...(country === undefined ? [] : [sql`exit.country = ${country.toUpperCase()}`]),
    ...(node === undefined ? [] : [sql`n.name = ${node}`]),
  ];
}

export interface Stock {
  product: string;
  country: string;
  total: number;
  offline: number;
  free: number;
  taken: number;
  resting: number;
  latencyMs: number | null;
  /** Not offered, because no node has their address. */
  unowned: number;
}

/** Counts exits by product and country. */
export async function stockOf(db: Db, now: Date): Promise<Stock[]> {
  const { rows } = await sql<Stock>`
    select product, country, count(*)::int as total,
      count(*) filter (where state = 'offline')::int as offline,
      count(*) filter (where state = 'free')::int as free,
      count(*) filter (where state = 'taken')::int as taken,
      count(*) filter (where state = 'resting')::int as resting,
      count(*) filter (where state = 'unowned')::int as unowned,
      (percentile_cont(0.5) within group (order by latency_ms))::int as "latencyMs"
    from (select product, country, latency_ms, ${stateAt(now)} as state
      from exit where retired_at is null) e
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
