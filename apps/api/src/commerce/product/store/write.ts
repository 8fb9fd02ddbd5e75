/** Writes products: made, changed, switched, removed. */
import type { ProductFacts } from "@turnpike/rules/product.ts";
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Units of the ledger's asset in one unit of a product. */
const perUnit = { traffic: 1_000_000_000, ip: 1, static: 1, short: 1 } as const;

/** What one unit grants; nothing for plans, which are sold by region and grant time. */
function grantOf({ kind, days, pool }: ProductFacts) {
  if (kind === "port" || kind === "bandwidth") return { asset: null, grant_per_unit: null };
  return { asset: assetOf(kind, { days, pool }), grant_per_unit: perUnit[kind] };
}

function assetOf(kind: string, { days, pool }: Pick<ProductFacts, "days" | "pool">): string {
  if (kind === "traffic") return assetOfPool(pool ?? firstPool);
  return kind === "ip" ? kind : `${kind}${days}`;
}

const json = (value: unknown) =>
  value === null ? null : sql<never>`${JSON.stringify(value)}::jsonb`;

const columnsOf = (product: ProductFacts) => ({
  kind: product.kind,
  enterprise: product.enterprise,
  days: product.days,
  min_qty: product.min,
  max_qty: product.max,
  step_qty: product.step,
  region: product.region,
  position: product.sort,
  names: json(product.name),
  descriptions: json(product.description),
  badges: json(product.badge),
  unit: product.unit,
  pool: product.pool,
  valid_days: product.validDays,
  trial: product.trial,
  ...grantOf(product),
});

/** Prevents other transactions from adding products until this one ends. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue'))`.execute(tx);
}

export async function countProducts(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom("product")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Adds a product, on sale at once. */
export async function insertProduct(tx: Tx, product: ProductFacts): Promise<void> {
  await tx
    .insertInto("product")
    .values({ sku: product.sku, ...columnsOf(product) })
    .execute();
  await replaceTiers(tx, product);
}

export async function updateProduct(tx: Tx, product: ProductFacts): Promise<void> {
  await tx.updateTable("product").set(columnsOf(product)).where("sku", "=", product.sku).execute();
}

/** Writes a product's price tiers in place of those it has. */
export async function replaceTiers(
  tx: Tx,
  { sku, tiers }: Pick<ProductFacts, "sku" | "tiers">,
): Promise<void> {
  await tx.deleteFrom("price_tier").where("sku", "=", sku).execute();
  const rows = tiers.map(({ fromQty, unitMicros }) => {
    return { sku, from_qty: fromQty, unit_micros: unitMicros };
  });
  await tx.insertInto("price_tier").values(rows).execute();
}

/** Removes a product that was never sold, with its prices. */
export async function deleteProduct(tx: Tx, sku: string): Promise<void> {
  await tx.deleteFrom("group_price_change").where("sku", "=", sku).execute();
  await tx.deleteFrom("group_price_tier").where("sku", "=", sku).execute();
  await tx.deleteFrom("price_change").where("sku", "=", sku).execute();
  await tx.deleteFrom("price_tier").where("sku", "=", sku).execute();
  await tx.deleteFrom("product").where("sku", "=", sku).execute();
}

export async function setProductOnSale(tx: Tx, sku: string, onSale: boolean): Promise<void> {
  await sql`update product set on_sale = ${onSale} where sku = ${sku}`.execute(tx);
}
