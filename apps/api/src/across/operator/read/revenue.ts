/** What was sold and refunded. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface RevenueRow {
  /** UTC day, `2026-03-01`. */
  day: string;
  /** The product's kind, or `wallet` for money of recharges that was taken back. */
  product: string;
  orders: number;
  soldCents: number;
  refundedCents: number;
}

/**
 * Orders by the day on which they were paid, refunds and charge-backs by the day on which they came;
 * those that a won dispute undid do not count. From `from` on, before `to`.
 */
const moved = (from: Date, to: Date) => sql`
  select account_id, paid_at as at, kind as product, 1 as orders, amount_cents as sold, 0 as refunded
  from shop_order where paid_at >= ${from} and paid_at < ${to}
  union all
  select r.account_id, r.created_at, coalesce(o.kind, 'wallet'), 0, 0, coalesce(r.cents, 0)
  from refund r left join shop_order o on o.id = r.order_id
  where r.created_at >= ${from} and r.created_at < ${to} and r.undone_at is null`;

export async function revenueOf(db: Db, from: Date, to: Date): Promise<RevenueRow[]> {
  const { rows } = await sql<RevenueRow>`
    with moved as (${moved(from, to)})
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, product,
      sum(orders)::bigint as orders, sum(sold)::bigint as "soldCents",
      sum(refunded)::bigint as "refundedCents"
    from moved group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

export type RevenueGroup = "day" | "product" | "country";

export interface GroupedRevenue {
  group: string;
  orders: number;
  soldCents: number;
  refundedCents: number;
  netCents: number;
}

/** The same by day, product, or the country of the customer's invoice (`??` where it has none). */
export async function groupedRevenue(
  db: Db,
  { from, to, by }: { from: Date; to: Date; by: RevenueGroup },
): Promise<GroupedRevenue[]> {
  const group = {
    day: sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`,
    product: sql`product`,
    country: sql`coalesce((select upper(t.country) from invoice_title t
      where t.account_id = moved.account_id and t.country is not null), '??')`,
  }[by];
  const { rows } = await sql<GroupedRevenue>`
    with moved as (${moved(from, to)}), named as (
      select ${group} as name, orders, sold, refunded from moved)
    select name as group, sum(orders)::bigint as orders, sum(sold)::bigint as "soldCents",
      sum(refunded)::bigint as "refundedCents", (sum(sold) - sum(refunded))::bigint as "netCents"
    from named group by 1 order by 1`.execute(db);
  return rows;
}
