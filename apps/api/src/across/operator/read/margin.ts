/** Revenue less the costs of exits, by product, country, exit, upstream or pool (spec/console#margin). */
import {
  centsOf,
  type CostedExit,
  type CostLine,
  exitCosts,
  apportion,
  type UsedDay,
} from "@turnpike/rules/margin.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { allCosts } from "../../../inventory/exit/store/costs.ts";
import type { Db } from "../../../platform/db/database.ts";
import { costedDays } from "../../../inventory/upstream/store/days.ts";
import { type GroupedRevenue, groupedRevenue } from "./revenue.ts";
import { type PoolCost, poolCosts } from "./margin-pools.ts";
import { costMicrosOf } from "./upstreams.ts";

export const marginGroups = ["product", "country", "exit", "upstream", "pool"] as const;
type MarginGroup = (typeof marginGroups)[number];

interface MarginLine {
  /**
   * A product kind, a country, an address, an upstream's name (`own`: own exits), or a pool of
   * traffic; empty for what belongs to none.
   */
  group: string;
  bytes: number;
  revenueCents: number;
  costCents: number;
  marginCents: number;
  /** How many of its exits have no price; their cost is not included. */
  unpriced: number;
}

interface Margin {
  items: MarginLine[];
  /** How many lines with the least revenue and cost were left out. */
  leftOut: number;
  total: Omit<MarginLine, "group">;
}

const MAX_LINES = 2_000;

const dayText = (at: Date) => at.toISOString().slice(0, 10);
const dayNumber = (at: Date) => Math.floor(at.getTime() / dayMs);

/** Each address once, with the days on which it was in stock. */
async function exitsOf(db: Db): Promise<CostedExit[]> {
  const { rows } = await sql<Omit<CostedExit, "from" | "to"> & { from: Date; to: Date | null }>`
    select abbrev(ip) as ip,
      max(case when how in ('http', 'socks5') then host else '' end) as upstream,
      max(provenance) as provenance, max(country) as country,
      max(case product when 'pool' then 'traffic' when 'unlimited' then 'port' else product end)
        as product,
      min(created_at) as "from",
      case when bool_or(retired_at is null) then null else max(retired_at) end as "to"
    from exit group by ip`.execute(db);
  return rows.map(({ from, to, ...exit }) => ({
    ...exit,
    from: dayNumber(from),
    to: to === null ? Number.POSITIVE_INFINITY : dayNumber(to) + 1,
  }));
}

async function usedDays(db: Db, from: Date, to: Date): Promise<UsedDay[]> {
  const { rows } = await sql<UsedDay>`
    select abbrev(exit_ip) as ip, product, (day - date '1970-01-01')::int as day, bytes
    from exit_usage_day where day >= ${dayText(from)}::date and day < ${dayText(to)}::date`.execute(
    db,
  );
  return rows;
}

/** Seconds that static IPs were held within a span, by term and address. */
async function heldSeconds(db: Db, from: Date, to: Date): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ ip: string; term: string; seconds: number }>`
    select abbrev(ip::inet) as ip, term, sum(extract(epoch from
      least(coalesce(released_at, expires_at), expires_at, ${to})
        - greatest(started_at, ${from})))::bigint as seconds
    from static_ip
    where started_at < ${to} and coalesce(released_at, expires_at) > ${from}
      and expires_at > ${from}
    group by 1, 2`.execute(db);
  return new Map(rows.map(({ ip, term, seconds }) => [`${term} ${ip}`, BigInt(seconds)]));
}

/** An address or, with its name in place of the address, an upstream. */
type PoolLine = CostLine & { upstream: string };

const keyOf = (by: Exclude<MarginGroup, "pool">, { ip, country, product, upstream }: PoolLine) =>
  ({ product, country, exit: ip, upstream })[by];

/** What upstreams cost and carried, by country. */
async function upstreamLines(db: Db, from: Date, to: Date): Promise<PoolLine[]> {
  const days = await costedDays(db, { from: dayText(from), to: dayText(to) });
  const groups = Map.groupBy(days, ({ upstream, country }) => JSON.stringify([upstream, country]));
  return [...groups.values()].map((rows) => {
    const { upstream, country } = rows[0] ?? { upstream: "", country: "" };
    const costs = rows.map(costMicrosOf);
    const isPriced = costs.some((cost) => cost !== null);
    const sum = (each: (number | null)[]) => each.reduce<number>((all, one) => all + (one ?? 0), 0);
    const bytes = sum(rows.map(({ ownBytes }) => ownBytes));
    const costMicros = isPriced ? sum(costs) : null;
    return { ip: upstream, upstream, country, product: "traffic", bytes, costMicros };
  });
}

/**
 * Distributes a product's revenue among its exits: for static IPs by the time they were held,
 * otherwise by bytes. Revenue of a product that nobody used belongs to no exit.
 */
function revenueLines(
  lines: readonly PoolLine[],
  sold: readonly { group: string; netCents: number }[],
  held: Map<string, bigint>,
): { revenueOf: Map<PoolLine, number>; unshared: Map<string, number> } {
  const revenueOf = new Map<PoolLine, number>();
  const unshared = new Map<string, number>();
  for (const { group: product, netCents } of sold) {
    const own = lines.filter((line) => line.product === product);
    const isHeld = product === "static" || product === "short";
    const weights = own.map(({ ip, bytes }) =>
      isHeld ? (held.get(`${product} ${ip}`) ?? 0n) : BigInt(bytes),
    );
    const parts = apportion(netCents, weights);
    own.forEach((line, at) => revenueOf.set(line, parts[at] ?? 0));
    const shared = parts.reduce((sum, part) => sum + part, 0);
    if (shared !== netCents) unshared.set(product, netCents - shared);
  }
  return { revenueOf, unshared };
}

interface Group {
  bytes: number;
  revenueCents: number;
  costMicros: number;
  unpriced: number;
}

/** Returns the margin from `from` to before `to`, both midnight UTC. */
export async function marginOf(
  db: Db,
  { from, to, by }: { from: Date; to: Date; by: MarginGroup },
): Promise<Margin> {
  const own = await ownLines(db, from, to);
  if (by === "pool") {
    const sold = await groupedRevenue(db, { from, to, by });
    return summed(poolGroups(await poolCosts(db, { from, to }, own), sold));
  }
  const [sold, held, bought] = await Promise.all([
    groupedRevenue(db, { from, to, by: "product" }),
    heldSeconds(db, from, to),
    upstreamLines(db, from, to),
  ]);
  const lines = [...own, ...bought];
  const { revenueOf, unshared } = revenueLines(lines, sold, held);
  const groups = new Map<string, Group>();
  const add = addTo(groups);
  for (const line of lines)
    add(keyOf(by, line), {
      bytes: line.bytes,
      revenueCents: revenueOf.get(line) ?? 0,
      costMicros: line.costMicros ?? 0,
      unpriced: line.costMicros === null ? 1 : 0,
    });
  for (const [product, revenueCents] of unshared)
    add(by === "product" ? product : "", { bytes: 0, revenueCents, costMicros: 0, unpriced: 0 });
  return summed(groups);
}

const addTo = (groups: Map<string, Group>) => (name: string, more: Group) => {
  const known = groups.get(name) ?? { bytes: 0, revenueCents: 0, costMicros: 0, unpriced: 0 };
  groups.set(name, {
    bytes: countable(known.bytes + more.bytes),
    revenueCents: known.revenueCents + more.revenueCents,
    costMicros: known.costMicros + more.costMicros,
    unpriced: known.unpriced + more.unpriced,
  });
};

/** Own exits, with what they cost by product. */
async function ownLines(db: Db, from: Date, to: Date): Promise<PoolLine[]> {
  const span = { from: dayNumber(from), to: dayNumber(to) };
  const [exits, used, rates] = await Promise.all([
    exitsOf(db),
    usedDays(db, from, to),
    allCosts(db),
  ]);
  const dated = rates.map((rate) => ({ ...rate, from: dayNumber(new Date(rate.from)) }));
  const present = exits.filter((exit) => exit.from < span.to && exit.to > span.from);
  return exitCosts(present, used, dated, span).map((line) => ({ ...line, upstream: "own" }));
}

/** Each pool's costs beside the sales in its own asset: no sale has to be shared. */
function poolGroups(costs: readonly PoolCost[], sold: readonly GroupedRevenue[]) {
  const groups = new Map<string, Group>();
  const add = addTo(groups);
  for (const { pool, ...cost } of costs) add(pool, { revenueCents: 0, ...cost });
  for (const { group, netCents } of sold)
    add(group, { bytes: 0, revenueCents: netCents, costMicros: 0, unpriced: 0 });
  return groups;
}

/** A sum of what machines told of their exits: false lines may tell anything. */
const countable = (bytes: number) => Math.min(bytes, Number.MAX_SAFE_INTEGER);

/** Groups as lines, largest first. Costs are rounded to cents so that they add up. */
function summed(groups: Map<string, Group>): Margin {
  const all = [...groups];
  const costs = centsOf(all.map(([, { costMicros }]) => costMicros));
  const items = all
    .map(([group, { bytes, revenueCents, unpriced }], at) => {
      const costCents = costs.parts[at] ?? 0;
      const marginCents = revenueCents - costCents;
      return { group, bytes, revenueCents, costCents, marginCents, unpriced };
    })
    .toSorted(
      (a, b) =>
        b.revenueCents + b.costCents - (a.revenueCents + a.costCents) ||
        (a.group < b.group ? -1 : 1),
    );
  const sum = (field: "bytes" | "revenueCents" | "unpriced") =>
    items.reduce((total, line) => total + line[field], 0);
  const revenueCents = sum("revenueCents");
  return {
    items: items.slice(0, MAX_LINES),
    leftOut: Math.max(0, items.length - MAX_LINES),
    total: {
      bytes: countable(sum("bytes")),
      revenueCents,
      costCents: costs.total,
      marginCents: revenueCents - costs.total,
      unpriced: sum("unpriced"),
    },
  };
}
