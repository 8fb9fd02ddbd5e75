/** Revenue and refunds. */
import { sql } from "kysely";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { Db } from "../../../platform/db/database.ts";
import { inMemory } from "../../../platform/in-memory.ts";
import type { Services } from "../../../platform/services.ts";
import { DayCache } from "./day-cache.ts";

export interface RevenueRow {
  /** UTC day, `2026-03-01`. */
  day: string;
  /** The product kind, or `wallet` for recharges that were taken back. */
  product: string;
  orders: number;
  soldCents: number;
  refundedCents: number;
}

/**
 * Orders by the day they were paid; refunds and charge-backs by the day they came, except those
 * undone by a won dispute. From `from` to before `to`.
 */
const revenueEntries = (from: Date, to: Date) => sql`
  select account_id, paid_at as at, kind as product, sku, asset, 1 as orders, amount_cents as sold,
    0 as refunded
  from shop_order where paid_at >= ${from} and paid_at < ${to}
  union all
  select r.account_id, r.created_at, coalesce(o.kind, 'wallet'), coalesce(o.sku, 'wallet'), o.asset,
    0, 0, coalesce(r.cents, 0)
  from refund r left join shop_order o on o.id = r.order_id
  where r.created_at >= ${from} and r.created_at < ${to} and r.undone_at is null`;

/** Grouped as dates and formatted once per group, as there may be 100,000s of orders. */
const utcDay = sql`(at at time zone 'UTC')::date`;

export async function revenueOf(db: Db, from: Date, to: Date): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    with moved as (${revenueEntries(from, to)})
    select to_char(day, 'YYYY-MM-DD') as day, product, sum(orders)::bigint as orders,
      sum(sold)::bigint as "soldCents", sum(refunded)::bigint as "refundedCents"
    from (select ${utcDay} as day, * from moved) m group by m.day, product
    order by m.day, product`.execute(db);
  return rows;
}

export const revenueGroups = ["day", "product", "sku", "pool", "country"] as const;
export type RevenueGroup = (typeof revenueGroups)[number];

export interface GroupedRevenue {
  group: string;
  orders: number;
  soldCents: number;
  refundedCents: number;
  netCents: number;
}

/**
 * Revenue by day, kind of product, SKU, pool of traffic (empty for what is no traffic), or the country
 * of the customer's invoices (`??` if unknown).
 */
export async function groupedRevenue(
  db: Db,
  { from, to, by }: { from: Date; to: Date; by: RevenueGroup },
): Promise<GroupedRevenue[]> {
  // Sum before looking up names, as there are fewer customers than orders.
  const { key, name } = {
    day: { key: utcDay, name: sql`to_char(key, 'YYYY-MM-DD')` },
    product: { key: sql`product`, name: sql`key` },
    sku: { key: sql`sku`, name: sql`key` },
    pool: {
      key: sql`asset`,
      name: sql`case when key = 'traffic' then ${firstPool}
        when key like 'traffic:%' then substring(key from 9) else '' end`,
    },
    country: {
      key: sql`account_id`,
      name: sql`coalesce((select upper(t.country collate "C") from invoice_title t
        where t.account_id = key and t.country is not null), '??')`,
    },
  }[by];
  const { rows } = await sql<GroupedRevenue>`
    with moved as (${revenueEntries(from, to)}), summed as (
      select ${key} as key, sum(orders) as orders, sum(sold) as sold, sum(refunded) as refunded
      from moved group by 1)
    select ${name} as group, sum(orders)::bigint as orders, sum(sold)::bigint as "soldCents",
      sum(refunded)::bigint as "refundedCents", (sum(sold) - sum(refunded))::bigint as "netCents"
    from summed group by 1 order by 1`.execute(db);
  return rows;
}

export interface SoldDay {
  orders: number;
  soldCents: number;
}

const soldCache = inMemory(() => new DayCache<SoldDay>());

/** Paid orders by UTC day: the same as `groupedRevenue`, without refunds. */
export function soldDays(
  services: Pick<Services, "db" | "memory">,
  span: { from: number; now: number },
): Promise<Map<string, SoldDay>> {
  return soldCache(services).read(span, async (from, to) => {
    const { rows } = await sql<SoldDay>`
      select count(*)::int as orders, coalesce(sum(amount_cents), 0)::bigint as "soldCents"
      from shop_order where paid_at >= ${from} and paid_at < ${to}`.execute(services.db);
    return rows[0] ?? { orders: 0, soldCents: 0 };
  });
}

/** Refunds and charge-backs by UTC day since `from`, except those that were undone. */
export async function refundedDays(db: Db, from: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(cents)::bigint as cents
    from (select (created_at at time zone 'UTC')::date as day, coalesce(cents, 0) as cents
      from refund where created_at >= ${from} and undone_at is null) r
    group by r.day`.execute(db);
  return new Map(rows.map(({ day, cents }) => [day, cents]));
}
