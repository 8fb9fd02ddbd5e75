/** Finds the requested product; unlimited plans are sold by region (spec/unlimited#ordering). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import {
  isUnlimitedRegion,
  type UnlimitedRegion,
  unlimitedSku,
} from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import { productsOnSale, productBySku, type StoredProduct } from "./store.ts";

type UnitMicros = UnlimitedRegionShown["unitMicros"];

/** Unit prices by days at the minimum quantity; null if a period is not on sale. */
function pricesOf(products: StoredProduct[]): UnitMicros | null {
  const unitPriceFor = (days: number) => {
    const product = products.find((one) => one.days === days);
    return product && tierOf(product.minQty, product.tiers)?.unitMicros;
  };
  const [week, month, quarter] = [unitPriceFor(7), unitPriceFor(30), unitPriceFor(90)];
  if (week === undefined || month === undefined || quarter === undefined) return null;
  return { 7: week, 30: month, 90: quarter };
}

/** Prices of the regions that a kind is sold in: those whose periods are all on sale. */
export async function openRegionPrices(
  db: Db,
  kind: UnlimitedKind,
  now: number,
): Promise<Map<UnlimitedRegion, UnitMicros>> {
  const products = (await productsOnSale(db, now)).filter((product) => product.kind === kind);
  const open = new Map<UnlimitedRegion, UnitMicros>();
  for (const [region, own] of Map.groupBy(products, (product) => product.region)) {
    const prices = pricesOf(own);
    if (prices) open.set(region as UnlimitedRegion, prices);
  }
  return open;
}

/** A plan that a customer requests. */
export interface PlanRequest {
  kind: UnlimitedKind;
  region?: string | undefined;
  days?: number | undefined;
}

/**
 * The product of a new plan: its region must have all periods on sale.
 * @throws Refusal badRegion, badDays
 */
export async function newPlanProduct(
  db: Db,
  request: PlanRequest,
  now: number,
): Promise<StoredProduct> {
  const { kind, region = "" } = request;
  if (!isUnlimitedRegion(region) || !(await openRegionPrices(db, kind, now)).has(region)) {
    throw new Refusal("badRegion", { field: "region" });
  }
  return planProduct(db, request, now);
}

/**
 * The product of a plan, new or renewed.
 * @throws Refusal badRegion, badDays
 */
async function planProduct(db: Db, request: PlanRequest, now: number): Promise<StoredProduct> {
  const { kind, region = "", days = 0 } = request;
  if (!isUnlimitedRegion(region)) throw new Refusal("badRegion", { field: "region" });
  const product = await productBySku(db, unlimitedSku({ kind, region, days }), now);
  if (!product) throw new Refusal("badDays", { field: "days" });
  return product;
}

export interface ProductRequest {
  /** A full SKU such as `port-europe-30`, or only the kind for a new plan. */
  sku: string;
  region?: string | undefined;
  days?: number | undefined;
}

/**
 * Finds a product by its SKU. For products sold by region the SKU may be the kind alone, and the
 * fields select region and period, overriding the SKU (spec/money#prices). The kind alone means a
 * new plan as sold by /v1/orderUnlimit; a full SKU means its product, as plans can be renewed where
 * new ones are not sold.
 * @throws Refusal unknownSku, badRegion, badDays
 */
export async function findProduct(
  db: Db,
  { sku, region, days }: ProductRequest,
  now: number,
): Promise<StoredProduct> {
  if (sku === "port" || sku === "bandwidth") {
    return newPlanProduct(db, { kind: sku, region, days }, now);
  }
  const product = await productBySku(db, sku, now);
  if (!product) throw new Refusal("unknownSku", { field: "sku" });
  const { kind, region: ownRegion, days: ownDays } = product;
  if (kind === "port" || kind === "bandwidth") {
    const plan = { region: region ?? ownRegion ?? undefined, days: days ?? ownDays ?? undefined };
    return planProduct(db, { kind, ...plan }, now);
  }
  if (days !== undefined && ownDays !== null && days !== ownDays) {
    throw new Refusal("badDays", { field: "days" });
  }
  return product;
}
