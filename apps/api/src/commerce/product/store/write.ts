/** Writes products: made, changed, switched, removed. */
import type { ProductFacts } from "@turnpike/rules/product.ts";
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** Units of the ledger's asset in one unit of a product. */
const perUnit = { traffic: 1_000_000_000, ip: 1, static: 1, short: 1 } as const;

/** What one unit grants; nothing for plans, which are sold by region and grant time. */
function grantOf({ kind, days, pool }: ProductFacts) {
  if (kind === "port" || kind === "bandwidth") return { asset: null, perUnit: null };
  return { asset: assetOf(kind, { days, pool }), perUnit: perUnit[kind] };
}

function assetOf(kind: string, { days, pool }: Pick<ProductFacts, "days" | "pool">): string {
  if (kind === "traffic") return assetOfPool(pool ?? firstPool);
  return kind === "ip" ? kind : `${kind}${days}`;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

const columns = sql.raw(
  `kind, enterprise, days, min_qty, max_qty, step_qty, region, position, names, descriptions, badges,
   unit, pool, valid_days, trial, asset, grant_per_unit`,
);

function valuesOf(product: ProductFacts) {
  const grant = grantOf(product);
  return sql`
    ${product.kind}, ${product.enterprise}, ${product.days}, ${product.min}, ${product.max},
    ${product.step}, ${product.region}, ${product.sort}, ${json(product.name)}::jsonb,
    ${json(product.description)}::jsonb, ${json(product.badge)}::jsonb, ${product.unit},
    ${product.pool}, ${product.validDays}, ${product.trial}, ${grant.asset}, ${grant.perUnit}`;
}

/** Prevents other transactions from adding products until this one ends. */
export async function lockCatalogue(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('catalogue'))`.execute(tx);
}

export async function countProducts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from product`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Adds a product, on sale at once. */
export async function insertProduct(tx: Tx, product: ProductFacts): Promise<void> {
  await sql`
    insert into product (sku, ${columns})
    values (${product.sku}, ${valuesOf(product)})`.execute(tx);
  await replaceTiers(tx, product);
}

export async function updateProduct(tx: Tx, product: ProductFacts): Promise<void> {
  await sql`
    update product set (${columns}) = row (${valuesOf(product)})
    where sku = ${product.sku}`.execute(tx);
}

/** Writes a product's price tiers in place of those it has. */
export async function replaceTiers(
  tx: Tx,
  { sku, tiers }: Pick<ProductFacts, "sku" | "tiers">,
): Promise<void> {
  await sql`delete from price_tier where sku = ${sku}`.execute(tx);
  await sql`
    insert into price_tier (sku, from_qty, unit_micros)
    select ${sku}, "fromQty", "unitMicros" from jsonb_to_recordset(${JSON.stringify(tiers)}::jsonb)
      as tier ("fromQty" int, "unitMicros" bigint)`.execute(tx);
}

/** Removes a product that was never sold, with its prices. */
export async function deleteProduct(tx: Tx, sku: string): Promise<void> {
  await sql`delete from group_price_change where sku = ${sku}`.execute(tx);
  await sql`delete from group_price_tier where sku = ${sku}`.execute(tx);
  await sql`delete from price_change where sku = ${sku}`.execute(tx);
  await sql`delete from price_tier where sku = ${sku}`.execute(tx);
  await sql`delete from product where sku = ${sku}`.execute(tx);
}

export async function setProductOnSale(tx: Tx, sku: string, onSale: boolean): Promise<void> {
  await sql`update product set on_sale = ${onSale} where sku = ${sku}`.execute(tx);
}
