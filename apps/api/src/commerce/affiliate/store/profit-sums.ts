/** Sums over an account's profits, less refunded and reversed amounts. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const keptOrderCents = sql<number>`coalesce(sum(order_cents - refunded_cents - reversed_cents), 0)::bigint`;
const netProfitCents = sql<number>`coalesce(sum(earned_cents - deducted_cents), 0)::bigint`;

/** What invited customers have paid, less refunds and reversals, in cents. */
export async function transactionCents(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${keptOrderCents} as cents from profit where account_id = ${accountId}`.execute(db);
  return rows[0]?.cents ?? 0;
}

export interface BuyerProfit {
  orders: number;
  transactionCents: number;
  profitCents: number;
}

/** Orders and profit of each of these buyers; buyers without orders are absent. */
export async function profitByBuyer(
  db: Db,
  accountId: string,
  buyerIds: string[],
): Promise<Map<string, BuyerProfit>> {
  const { rows } = await sql<BuyerProfit & { buyer: string }>`
    select buyer_id as buyer, ${keptOrderCents} as "transactionCents", ${netProfitCents} as "profitCents",
      count(*) filter (where refunded_cents + reversed_cents < order_cents) as orders
    from profit where account_id = ${accountId} and buyer_id = any(${buyerIds}::uuid[])
    group by buyer_id`.execute(db);
  return new Map(rows.map(({ buyer, ...profit }) => [buyer, profit]));
}

/** Profit by UTC day (`YYYY-MM-DD`) of the payment, from an instant on; days without are absent. */
export async function profitByDay(
  db: Db,
  { accountId, from }: { accountId: string; from: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; cents: number }>`
    select to_char(paid_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${netProfitCents} as cents
    from profit where account_id = ${accountId} and paid_at >= ${from} group by 1`.execute(db);
  return new Map(rows.map(({ day, cents }) => [day, cents]));
}
