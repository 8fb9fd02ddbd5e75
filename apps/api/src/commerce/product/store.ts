/** The tables of products: what is sold, and at which prices. */
import { type PriceChange, tiersAt } from "@turnpike/rules/price-schedule.ts";
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** Maximum number of scheduled price changes of all products together. */
export const MAX_SCHEDULED = 500;

export interface StoredProduct {
  sku: string;
  kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  enterprise: boolean;
  days: number | null;
  minQty: number;
  maxQty: number;
  /** Quantities must be multiples of it. */
  stepQty: number;
  /** For ports and bandwidth, which are sold by region. */
  region: string | null;
  /** What one unit grants; null for products sold by region instead of by /v1/order. */
  grant: { asset: string; perUnit: number } | null;
  tiers: PriceTier[];
}

/** A product as the operator sees it, whether on sale or not. */
export type ShopProduct = StoredProduct & { onSale: boolean };

/** A scheduled change of a price tier. */
export interface ScheduledPrice extends PriceChange {
  id: string;
  sku: string;
  createdAt: Date;
  /** Who scheduled it: a staff member's e-mail address, or `cli`. */
  createdBy: string;
}

/** Changes of the product `p` that are due but not yet written into its tiers, as scheduled. */
const dueChanges = (now: Date) => sql<PriceChange[]>`coalesce((
  select jsonb_agg(jsonb_build_object('fromQty', c.from_qty, 'unitMicros', c.unit_micros,
    'from', (extract(epoch from c.from_at) * 1000)::bigint) order by c.from_at, c.position)
  from price_change c
  where c.sku = p.sku and c.applied_at is null and c.cancelled_at is null
    and c.from_at <= ${now}), '[]')`;

/** Reads in one statement, so that each change is either still due or already in the tiers. */
async function read(
  db: Db,
  { sku, now, all = false }: { sku?: string | undefined; now: number; all?: boolean },
): Promise<ShopProduct[]> {
  const rows = await db
    .selectFrom("product as p")
    .select(["p.sku", "p.kind", "p.enterprise", "p.days", "p.min_qty", "p.max_qty"])
    .select(["p.step_qty", "p.region", "p.on_sale", "p.asset", "p.grant_per_unit"])
    .select([
      sql<PriceTier[]>`(
        select jsonb_agg(jsonb_build_object('fromQty', t.from_qty, 'unitMicros', t.unit_micros)
          order by t.from_qty)
        from price_tier t where t.sku = p.sku)`.as("tiers"),
      dueChanges(new Date(now)).as("due"),
    ])
    .where(sql<boolean>`exists (select from price_tier t where t.sku = p.sku)`)
    .$if(!all, (query) => query.where("p.on_sale", "=", true))
    .$if(sku !== undefined, (query) => query.where("p.sku", "=", sku ?? ""))
    .orderBy("p.position")
    .orderBy("p.sku")
    .execute();
  return rows.map((row) => ({
    sku: row.sku,
    onSale: row.on_sale,
    kind: row.kind as StoredProduct["kind"],
    enterprise: row.enterprise,
    days: row.days,
    minQty: row.min_qty,
    maxQty: row.max_qty,
    stepQty: row.step_qty,
    region: row.region,
    grant:
      row.asset === null || row.grant_per_unit === null
        ? null
        : { asset: row.asset, perUnit: row.grant_per_unit },
    tiers: tiersAt(row.tiers, row.due, now),
  }));
}

/** Everything on sale at the current prices, in display order. */
export function productsOnSale(db: Db, now: number): Promise<StoredProduct[]> {
  return read(db, { now });
}

/** A product on sale at the current price; null if there is none. */
export async function productBySku(
  db: Db,
  sku: string,
  now: number,
): Promise<StoredProduct | null> {
  return (await read(db, { sku, now }))[0] ?? null;
}

/** Everything that was ever sold, or one SKU of it, at the current prices. */
export function allProducts(db: Db, now: number, sku?: string): Promise<ShopProduct[]> {
  return read(db, { sku, now, all: true });
}

/** Products on sale, without prices. */
export function productKinds(db: Db): Promise<{ sku: string; kind: string }[]> {
  return db.selectFrom("product").select(["sku", "kind"]).where("on_sale", "=", true).execute();
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

export async function setProductOnSale(tx: Tx, sku: string, onSale: boolean): Promise<void> {
  await sql`update product set on_sale = ${onSale} where sku = ${sku}`.execute(tx);
}
