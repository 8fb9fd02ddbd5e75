/** What is sold and for how much: the products' tables. */
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import type { Db } from "../../platform/db/database.ts";

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

async function read(db: Db, sku?: string): Promise<StoredProduct[]> {
  const rows = await db
    .selectFrom("product as p")
    .innerJoin("price_tier as t", "t.sku", "p.sku")
    .select(["p.sku", "p.kind", "p.enterprise", "p.days", "p.min_qty", "p.max_qty"])
    .select(["p.step_qty", "p.region"])
    .select(["p.asset", "p.grant_per_unit", "t.from_qty", "t.unit_micros"])
    .where("p.on_sale", "=", true)
    .$if(sku !== undefined, (query) => query.where("p.sku", "=", sku ?? ""))
    .orderBy("p.position")
    .orderBy("p.sku")
    .orderBy("t.from_qty")
    .execute();
  const products = new Map<string, StoredProduct>();
  for (const row of rows) {
    const known = products.get(row.sku);
    const product = known ?? {
      sku: row.sku,
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
  return read(db);
}

/** A product on sale; null where there is none. */
export async function productBySku(db: Db, sku: string): Promise<StoredProduct | null> {
  return (await read(db, sku))[0] ?? null;
}
