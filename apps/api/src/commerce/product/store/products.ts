/** The table of products: what is sold, and at which prices. */
import { type PriceChange, tiersAt, tiersForGroup } from "@turnpike/rules/price-schedule.ts";
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import {
  type ProductFacts,
  type ProductKind,
  type ProductTexts,
  trialTiers,
} from "@turnpike/rules/product.ts";
import { type RawBuilder, sql } from "kysely";
import { lockedAccountRow } from "../../../identity/account/account-lock.ts";
import { priceGroupOf } from "../../../identity/account/store/price-group.ts";
import type { Db } from "../../../platform/db/database.ts";
import { dueChanges, ownTiers } from "./prices.ts";

/** A product's name and unit; null where it has the shipped ones. */
export interface ProductWords {
  sku: string;
  kind: string;
  names: ProductTexts | null;
  unit: string | null;
}

export interface StoredProduct extends ProductWords {
  kind: ProductKind;
  descriptions: ProductTexts | null;
  badges: ProductTexts | null;
  enterprise: boolean;
  days: number | null;
  minQty: number;
  maxQty: number;
  /** Quantities must be multiples of it. */
  stepQty: number;
  /** For ports and bandwidth, which are sold by region. */
  region: string | null;
  /** The pool of traffic; null for other kinds. */
  pool: string | null;
  /** How long its traffic lasts; null: forever. */
  validDays: number | null;
  sort: number;
  /** Costs nothing, once for each person; never an offer that others are compared with. */
  trial: boolean;
  /** What one unit grants; null for plans, which grant time. */
  grant: { asset: string; perUnit: number } | null;
  tiers: PriceTier[];
}

/** A product as the operator sees it, whether on sale or not. */
export type ShopProduct = StoredProduct & { onSale: boolean };

/** Who looks at prices, and when; null: a visitor, or the operator. */
export interface Buyer {
  now: number;
  accountId: string | null;
  /** The group whose prices the operator looks at. */
  group?: string | undefined;
}

/** The group whose prices a buyer sees; null: the list's. */
const groupOf = (db: Db, { accountId, group }: Buyer) => {
  const locked = accountId ? lockedAccountRow(db, accountId) : undefined;
  const known = group ?? locked?.price_group;
  if (known !== undefined) return known === null ? null : sql`${known}::text`;
  return accountId ? priceGroupOf(accountId) : null;
};

const textsOf = (row: { names: unknown; descriptions: unknown; badges: unknown }) => ({
  names: row.names as ProductTexts | null,
  descriptions: row.descriptions as ProductTexts | null,
  badges: row.badges as ProductTexts | null,
});

/** Which products are read, for whom. */
type Wanted = Buyer & {
  sku?: string | undefined;
  period?: { kind: string; days: number; region: string | null };
  all?: boolean;
  trials?: boolean;
};

interface ProductRow {
  sku: string;
  kind: string;
  enterprise: boolean;
  days: number | null;
  min_qty: number;
  max_qty: number;
  step_qty: number;
  region: string | null;
  on_sale: boolean;
  asset: string | null;
  grant_per_unit: number | null;
  position: number;
  names: unknown;
  descriptions: unknown;
  badges: unknown;
  unit: string | null;
  pool: string | null;
  valid_days: number | null;
  trial: boolean;
  tiers: PriceTier[];
  due: PriceChange[];
  ownTiers: PriceTier[];
  ownDue: PriceChange[];
}

const noRows = sql`'[]'::jsonb`;

/** Reads in one statement, so that each change is either still due or already in the tiers. */
async function rowsOf(db: Db, query: Wanted): Promise<ProductRow[]> {
  const { sku, period, now, all = false, trials = all } = query;
  const at = new Date(now);
  const group = groupOf(db, query);
  const ofPeriod = period
    ? sql`and p.kind = ${period.kind} and p.days = ${period.days}
        and p.region is not distinct from ${period.region}`
    : sql``;
  const { rows } = await sql<ProductRow>`
    select p.sku, p.kind, p.enterprise, p.days, p.min_qty, p.max_qty, p.step_qty, p.region, p.on_sale,
      p.asset, p.grant_per_unit, p.position, p.names, p.descriptions, p.badges, p.unit, p.pool,
      p.valid_days, p.trial, (
        select jsonb_agg(jsonb_build_object('fromQty', t.from_qty, 'unitMicros', t.unit_micros)
          order by t.from_qty)
        from price_tier t where t.sku = p.sku) as tiers,
      ${dueChanges(null, at)} as due,
      ${group === null ? noRows : ownTiers(group)} as "ownTiers",
      ${group === null ? noRows : dueChanges(group, at)} as "ownDue"
    from product p
    where exists (select from price_tier t where t.sku = p.sku)
      ${trials ? sql`` : sql`and not p.trial`} ${all ? sql`` : sql`and p.on_sale`}
      ${sku === undefined ? sql`` : sql`and p.sku = ${sku}`} ${ofPeriod}
    order by p.position, p.sku`.execute(db);
  return rows;
}

async function read(db: Db, query: Wanted): Promise<ShopProduct[]> {
  const { now } = query;
  const rows = await rowsOf(db, query);
  return rows.map((row) => ({
    sku: row.sku,
    ...textsOf(row),
    unit: row.unit,
    onSale: row.on_sale,
    kind: row.kind as ProductKind,
    enterprise: row.enterprise,
    days: row.days,
    minQty: row.min_qty,
    maxQty: row.max_qty,
    stepQty: row.step_qty,
    region: row.region,
    pool: row.pool,
    validDays: row.valid_days,
    sort: row.position,
    trial: row.trial,
    grant:
      row.asset === null || row.grant_per_unit === null
        ? null
        : { asset: row.asset, perUnit: row.grant_per_unit },
    // A trial costs nothing, whatever prices it was given afterwards.
    tiers: row.trial
      ? trialTiers(row.min_qty)
      : tiersForGroup(tiersAt(row.tiers, row.due, now), tiersAt(row.ownTiers, row.ownDue, now)),
  }));
}

/**
 * Everything on sale at the buyer's current prices, in display order; trials only if asked for, as
 * their price is none to compare with.
 */
export function productsOnSale(
  db: Db,
  buyer: Buyer,
  { trials = false } = {},
): Promise<StoredProduct[]> {
  return read(db, { ...buyer, trials });
}

/** What is on sale of a kind for a period and region, in display order. */
export function periodOffers(
  db: Db,
  period: { kind: string; days: number; region: string | null },
  buyer: Buyer,
): Promise<StoredProduct[]> {
  return read(db, { period, ...buyer });
}

/** A product on sale at the buyer's current price; null if there is none. */
export async function productBySku(
  db: Db,
  sku: string,
  buyer: Buyer,
): Promise<StoredProduct | null> {
  return (await read(db, { sku, ...buyer, trials: true }))[0] ?? null;
}

/** Everything that was ever sold, or one SKU of it, at the current prices of the list or a group. */
export function allProducts(
  db: Db,
  now: number,
  { sku, group }: { sku?: string | undefined; group?: string | undefined } = {},
): Promise<ShopProduct[]> {
  return read(db, { sku, now, accountId: null, group, all: true });
}

/** Names and units of products, on sale or not. */
export async function productWords(
  db: Db,
  skus: readonly string[],
): Promise<Map<string, ProductWords>> {
  if (skus.length === 0) return new Map();
  const { rows } = await sql<ProductWords>`
    select sku, kind, names, unit from product
    where sku = any(${[...new Set(skus)]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.sku, row]));
}

/** The products that grant an asset, with whether they are on sale. */
export async function productsGranting(
  db: Db,
  asset: string,
): Promise<{ sku: string; onSale: boolean }[]> {
  const { rows } = await sql<{ sku: string; onSale: boolean }>`
    select sku, on_sale as "onSale" from product where asset = ${asset}`.execute(db);
  return rows;
}

/** What orders need of their product's row: its own words as above, its region and period. */
export interface OrderedProduct {
  names: ProductTexts | null;
  unit: string | null;
  region: string | null;
  days: number | null;
}

/** The product of a SKU as a column of another query. */
export const productOf = (sku: RawBuilder<unknown>) => sql<OrderedProduct>`(
  select jsonb_build_object('names', names, 'unit', unit, 'region', region, 'days', days)
  from product where product.sku = ${sku})`;

/** A product in the terms of its file. */
export const factsOf = (product: StoredProduct): ProductFacts => ({
  sku: product.sku,
  kind: product.kind,
  enterprise: product.enterprise,
  name: product.names,
  description: product.descriptions,
  badge: product.badges,
  unit: product.unit,
  pool: product.pool,
  region: product.region,
  days: product.days,
  validDays: product.validDays,
  min: product.minQty,
  max: product.maxQty,
  step: product.stepQty,
  tiers: product.tiers,
  sort: product.sort,
  trial: product.trial,
});

/** The products that are trials, on sale or not. */
export async function trialSkus(db: Db): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`select sku from product where trial`.execute(db);
  return rows.map(({ sku }) => sku);
}
