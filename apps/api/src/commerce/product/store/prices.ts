/** Prices of products: their tiers, and changes of them ahead. */
import type { PriceChange } from "@turnpike/rules/price-schedule.ts";
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Maximum number of scheduled price changes of all products together. */
export const MAX_SCHEDULED = 500;

/** A scheduled change of a price tier. */
export interface ScheduledPrice extends PriceChange {
  id: string;
  sku: string;
  createdAt: Date;
  /** Who scheduled it: a staff member's e-mail address, or `cli`. */
  createdBy: string;
}

/** Locks a product's prices, so that concurrent changes run one at a time. */
export async function lockPrices(tx: Tx, sku: string): Promise<void> {
  await sql`select from product where sku = ${sku} for update`.execute(tx);
}

/** Writes due changes into the tiers, so that none overrides a price set now. Locked already. */
export async function applyDuePrices(tx: Tx, sku: string, now: number): Promise<void> {
  const at = new Date(now);
  const { rows } = await sql<Pick<PriceChange, "fromQty" | "unitMicros">>`
    with due as (
      update price_change set applied_at = ${at}
      where sku = ${sku} and applied_at is null and cancelled_at is null and from_at <= ${at}
      returning from_qty, unit_micros, from_at, position
    )
    select from_qty as "fromQty", unit_micros as "unitMicros" from due
    order by from_at, position`.execute(tx);
  for (const { fromQty, unitMicros } of rows) {
    if (unitMicros === null) await removeTier(tx, sku, fromQty);
    else await putTier(tx, { sku, fromQty, unitMicros });
  }
}

/** Scheduled changes of one product or of all, next first. */
export async function scheduledPrices(
  db: Db,
  { now, sku }: { now: number; sku?: string },
): Promise<ScheduledPrice[]> {
  const { rows } = await sql<Omit<ScheduledPrice, "from"> & { fromAt: Date }>`
    select id, sku, from_qty as "fromQty", unit_micros as "unitMicros", from_at as "fromAt",
      created_at as "createdAt", created_by as "createdBy"
    from price_change
    where applied_at is null and cancelled_at is null and from_at > ${new Date(now)}
      and (${sku ?? null}::text is null or sku = ${sku ?? null})
    order by from_at, position limit ${MAX_SCHEDULED}`.execute(db);
  return rows.map(({ fromAt, ...row }) => ({ ...row, from: fromAt.getTime() }));
}

export async function schedulePrice(tx: Tx, change: ScheduledPrice): Promise<void> {
  const { id, sku, fromQty, unitMicros, from, createdAt, createdBy } = change;
  await sql`
    insert into price_change (id, sku, from_qty, unit_micros, from_at, created_at, created_by)
    values (${id}, ${sku}, ${fromQty}, ${unitMicros}, ${new Date(from)}, ${createdAt},
      ${createdBy})`.execute(tx);
}

/** The product of a scheduled change; null if there is none. */
export async function scheduledSku(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ sku: string }>`
    select sku from price_change where id::text = ${id}`.execute(tx);
  return rows[0]?.sku ?? null;
}

export async function cancelPrice(tx: Tx, id: string, now: number): Promise<void> {
  await sql`update price_change set cancelled_at = ${new Date(now)} where id = ${id}`.execute(tx);
}

/** Sets the unit price from a quantity upwards. */
export async function putTier(
  tx: Tx,
  { sku, fromQty, unitMicros }: PriceTier & { sku: string },
): Promise<void> {
  await sql`
    insert into price_tier (sku, from_qty, unit_micros) values (${sku}, ${fromQty}, ${unitMicros})
    on conflict (sku, from_qty) do update set unit_micros = excluded.unit_micros`.execute(tx);
}

export async function removeTier(tx: Tx, sku: string, fromQty: number): Promise<void> {
  await sql`delete from price_tier where sku = ${sku} and from_qty = ${fromQty}`.execute(tx);
}
