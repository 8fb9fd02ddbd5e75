/** Amounts of orders, from the table of orders. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The total cost of these orders of the account. */
export async function amountOf(
  db: Db,
  { accountId, orderNos }: { accountId: string; orderNos: string[] },
): Promise<number> {
  if (orderNos.length === 0) return 0;
  const { rows } = await sql<{ cents: number | null }>`
    select sum(amount_cents)::bigint as cents from shop_order
    where account_id = ${accountId} and order_no = any(${orderNos}::text[])`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Of these orders, those that bear tax: what they cost without and with it, by id. */
export async function taxedAmounts(
  db: Db,
  ids: string[],
): Promise<Map<string, { netCents: number; amountCents: number }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; netCents: number; amountCents: number }>`
    select id, net_cents as "netCents", amount_cents as "amountCents" from shop_order
    where id = any(${ids}::uuid[]) and tax_cents > 0`.execute(db);
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]));
}
