/** What is sold and for how much: the products' tables. */
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface StoredProduct {
  sku: string;
  kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  enterprise: boolean;
  days: number | null;
  minQty: number;
  maxQty: number;
  /** Quantities are multiples of it. */
  stepQty: number;
  /** Of port and bandwidth, which are sold by region. */
  region: string | null;
  /** What one unit grants; null: sold by region, not by /v1/order. */
  grant: { asset: string; perUnit: number } | null;
  tiers: PriceTier[];
}

/** A product as the operator sees it: on sale or not. */
export type ShopProduct = StoredProduct & { onSale: boolean };

async function read(
  db: Db,
  { sku, all = false }: { sku?: string | undefined; all?: boolean },
): Promise<ShopProduct[]> {
  const rows = await db
    .selectFrom("product as p")
    .innerJoin("price_tier as t", "t.sku", "p.sku")
    .select(["p.sku", "p.kind", "p.enterprise", "p.days", "p.min_qty", "p.max_qty"])
    .select(["p.step_qty", "p.region", "p.on_sale"])
    .select(["p.asset", "p.grant_per_unit", "t.from_qty", "t.unit_micros"])
    .$if(!all, (query) => query.where("p.on_sale", "=", true))
    .$if(sku !== undefined, (query) => query.where("p.sku", "=", sku ?? ""))
    .orderBy("p.position")
    .orderBy("p.sku")
    .orderBy("t.from_qty")
    .execute();
  const products = new Map<string, ShopProduct>();
  for (const row of rows) {
    const known = products.get(row.sku);
    const product = known ?? {
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
      tiers: [],
    };
    product.tiers.push({ fromQty: row.from_qty, unitMicros: row.unit_micros });
    products.set(row.sku, product);
  }
  return [...products.values()];
}

/** Everything on sale, in the order in which it is shown. */
export function allProducts(db: Db): Promise<StoredProduct[]> {
  return read(db, {});
}

/** A product on sale; null where there is none. */
export async function productBySku(db: Db, sku: string): Promise<StoredProduct | null> {
  return (await read(db, { sku }))[0] ?? null;
}

/** Everything that was ever sold, or one SKU of it. */
export function everyProduct(db: Db, sku?: string): Promise<ShopProduct[]> {
  return read(db, { sku, all: true });
}

/** Sets the price of a unit from a quantity on. */
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

export async function switchProduct(tx: Tx, sku: string, onSale: boolean): Promise<void> {
  await sql`update product set on_sale = ${onSale} where sku = ${sku}`.execute(tx);
}
