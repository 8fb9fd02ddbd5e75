/** What each pool of traffic carried and cost, for the margin by pool (spec/console#margin). */
import { apportion, type CostLine } from "@turnpike/rules/margin.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import { type CostedDay, costedDays } from "../../../inventory/upstream/store/days.ts";
import { allUpstreams, ownShares } from "../../../inventory/upstream/store/upstreams.ts";
import type { Db } from "../../../platform/db/database.ts";
import { costMicrosOf, dayText } from "./upstreams.ts";

export interface PoolCost {
  pool: string;
  bytes: number;
  costMicros: number;
  unpriced: number;
}

interface Span {
  from: Date;
  to: Date;
}

/**
 * The costs of own lines and of upstreams, by pool. What one member did for several pools is shared
 * by the bytes that customers used in them, for an upstream customer by customer and day by day; a
 * member of one pool alone is that pool's. What is no traffic has no pool.
 */
export async function poolCosts(db: Db, span: Span, own: readonly CostLine[]): Promise<PoolCost[]> {
  const [upstreams, shares] = await Promise.all([allUpstreams(db), ownShares(db)]);
  const poolsOf = new Map(
    upstreams.map(({ id, name, inFirstPool, pools }) => [
      name,
      { id, pools: [...(inFirstPool ? [firstPool] : []), ...Object.keys(pools ?? {})] },
    ]),
  );
  const bought = await boughtCosts(db, span, poolsOf);
  const ownPools = [firstPool, ...Object.keys(shares ?? {})];
  const carried = ownPools.length > 1 ? await carriedBytes(db, span) : new Map<string, number>();
  for (const { pool, bytes } of bought) carried.set(pool, (carried.get(pool) ?? 0) - bytes);
  const weights = ownPools.map((pool) => BigInt(Math.max(0, carried.get(pool) ?? 0)));
  const traffic = own.filter(({ product }) => product === "traffic");
  return [
    ...bought,
    ...sharedOut(summed(traffic), ownPools, weights),
    { pool: "", ...summed(own.filter(({ product }) => product !== "traffic")) },
  ];
}

const summed = (lines: readonly CostLine[]): Omit<PoolCost, "pool"> => ({
  bytes: lines.reduce((sum, { bytes }) => sum + bytes, 0),
  costMicros: lines.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0),
  unpriced: lines.filter(({ costMicros }) => costMicros === null).length,
});

/** Divides sums by weights; without any weight all is the first pool's, as what is not priced. */
function sharedOut(
  { bytes, costMicros, unpriced }: Omit<PoolCost, "pool">,
  pools: readonly string[],
  given: readonly bigint[],
): PoolCost[] {
  const weights = given.some((weight) => weight > 0n)
    ? given
    : pools.map((_, at) => (at ? 0n : 1n));
  const [ofBytes, ofCost] = [apportion(bytes, weights), apportion(costMicros, weights)];
  return pools.map((pool, at) => ({
    pool,
    bytes: ofBytes[at] ?? 0,
    costMicros: ofCost[at] ?? 0,
    unpriced: at === 0 ? unpriced : 0,
  }));
}

type PoolsOf = Map<string, { id: string; pools: string[] }>;

/** Upstreams' bytes and costs by pool, each upstream's days apart. */
async function boughtCosts(db: Db, { from, to }: Span, poolsOf: PoolsOf): Promise<PoolCost[]> {
  const days = await costedDays(db, { from: dayText(from), to: dayText(to) });
  const used = await sharedBytes(db, { from, to }, poolsOf);
  const known = new Set<string>();
  const byDay = Map.groupBy(days, ({ upstream, day }) => `${upstream} ${day}`);
  return [...byDay].flatMap(([key, rows]) => {
    const { upstream } = rows[0] as CostedDay;
    const { pools = [] } = poolsOf.get(upstream) ?? {};
    const costs = rows.map(costMicrosOf);
    const isUnpriced = costs.every((cost) => cost === null) && !known.has(upstream);
    if (isUnpriced) known.add(upstream);
    const sums = {
      bytes: rows.reduce((sum, { ownBytes }) => sum + ownBytes, 0),
      costMicros: costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
      unpriced: isUnpriced ? 1 : 0,
    };
    // One that left every pool since is of none.
    const names = pools.length === 0 ? [""] : pools;
    return sharedOut(
      sums,
      names,
      names.map((pool) => used.get(`${key} ${pool}`) ?? 0n),
    );
  });
}

const usedByPool = ({ from, to }: Span) => sql`
  select h.account_id, (h.hour at time zone 'UTC')::date as day, s.pool,
    sum(h.up_bytes + h.down_bytes) as bytes
  from usage_hour h join sub_account s on s.id = h.sub_account_id
  where h.hour >= ${from} and h.hour < ${to} and h.product = 'traffic' group by 1, 2, 3`;

/** What customers used in each pool. */
async function carriedBytes(db: Db, span: Span): Promise<Map<string, number>> {
  const { rows } = await sql<{ pool: string; bytes: number }>`
    select pool, least(sum(bytes), ${Number.MAX_SAFE_INTEGER})::bigint as bytes
    from (${usedByPool(span)}) used group by 1`.execute(db);
  return new Map(rows.map(({ pool, bytes }) => [pool, bytes]));
}

/** How much of each upstream's day was of which of its pools, for upstreams of several. */
async function sharedBytes(db: Db, span: Span, poolsOf: PoolsOf): Promise<Map<string, bigint>> {
  const shared = [...poolsOf.values()]
    .filter(({ pools }) => pools.length > 1)
    .flatMap(({ id, pools }) => pools.map((pool) => ({ id, pool })));
  if (shared.length === 0) return new Map();
  const { from, to } = { from: dayText(span.from), to: dayText(span.to) };
  const { rows } = await sql<{ key: string; bytes: string }>`
    with member as (
      select * from unnest(${shared.map(({ id }) => id)}::uuid[],
        ${shared.map(({ pool }) => pool)}::text[]) as m (upstream_id, pool)
    ), carried as (
      select upstream_id, account_id, day, sum(sent_bytes + received_bytes) as bytes
      from upstream_day where day >= ${from}::date and day < ${to}::date
        and upstream_id in (select upstream_id from member)
      group by 1, 2, 3
    ), parts as (
      select c.upstream_id, c.day, used.pool, c.bytes * used.bytes
        / sum(used.bytes) over (partition by c.upstream_id, c.account_id, c.day) as bytes
      from carried c join member using (upstream_id)
      join (${usedByPool(span)}) used
        on used.account_id = c.account_id and used.day = c.day and used.pool = member.pool
      where used.bytes > 0
    )
    select u.name || ' ' || parts.day || ' ' || parts.pool as key,
      ceil(sum(parts.bytes))::text as bytes
    from parts join upstream u on u.id = parts.upstream_id group by 1`.execute(db);
  return new Map(rows.map(({ key, bytes }) => [key, BigInt(bytes)]));
}
