/** What was sold of a product, from the table of orders. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** How many of the newest orders are scanned, whatever their product. */
const SAMPLE_SIZE = 20_000;
/** Unit prices shown of a product, at most. */
const PRICES_SHOWN = 50;

/** What was sold of a product at each unit price, the newest price first. */
export async function soldByPrice(db: Db, sku: string) {
  const { rows } = await sql<{
    unitMicros: number | null;
    orders: number;
    units: number;
    cents: number;
    firstAt: Date;
    lastAt: Date;
  }>`
    select unit_micros as "unitMicros", count(*)::int as orders, sum(quantity)::bigint as units,
      sum(amount_cents)::bigint as cents, min(paid_at) as "firstAt", max(paid_at) as "lastAt"
    from (select sku, unit_micros, quantity, amount_cents, paid_at from shop_order
      where paid_at is not null order by paid_at desc limit ${SAMPLE_SIZE}) newest
    where sku = ${sku}
    group by unit_micros order by max(paid_at) desc limit ${PRICES_SHOWN}`.execute(db);
  return rows;
}

/** The median quantity of a product's paid orders since an instant; null if there are none. */
export async function typicalOrder(
  db: Db,
  { sku, since }: { sku: string; since: Date },
): Promise<{ quantity: number; orders: number } | null> {
  const { rows } = await sql<{ quantity: number | null; orders: number }>`
    select percentile_disc(0.5) within group (order by quantity)::int as quantity,
      count(*)::int as orders
    from (select sku, quantity from shop_order
      where paid_at is not null and paid_at >= ${since}
      order by paid_at desc limit ${SAMPLE_SIZE}) newest
    where sku = ${sku}`.execute(db);
  const { quantity = null, orders = 0 } = rows[0] ?? {};
  return quantity === null ? null : { quantity, orders };
}

/** Whether an order was ever placed for a product. */
export async function wasOrdered(db: Db, sku: string): Promise<boolean> {
  const { rows } = await sql`select from shop_order where sku = ${sku} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether the account ever paid an order with money (wallet included), even if it was refunded. */
export async function hasEverPaid(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order
    where account_id = ${accountId} and status in ('paid', 'refunded') and amount_cents > 0
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Bytes that an account's unpaid orders would grant. */
export async function unpaidBytes(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select least(coalesce(sum(granted), 0), ${Number.MAX_SAFE_INTEGER})::bigint as bytes from shop_order
    where account_id = ${accountId} and kind = 'traffic' and status = 'pending'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Accounts with a free order of one of these products since an instant, at most `limit`. */
export async function accountsWithFree(
  db: Db,
  { skus, since, limit }: { skus: string[]; since: Date; limit: number },
): Promise<string[]> {
  if (skus.length === 0) return [];
  const { rows } = await sql<{ accountId: string }>`
    select distinct account_id as "accountId" from shop_order
    where amount_cents = 0 and paid_at >= ${since} and sku = any(${skus})
    limit ${limit}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}
