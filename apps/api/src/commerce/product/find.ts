/** Finds the requested product; unlimited plans are sold by region (spec/unlimited#ordering). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import { cheapestOffer } from "@turnpike/rules/product.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isUnlimitedRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Db } from "../../platform/db/database.ts";
import {
  type Buyer,
  periodOffers,
  productBySku,
  productsOnSale,
  type StoredProduct,
} from "./store/products.ts";

type UnitMicros = UnlimitedRegionShown["unitMicros"];

/**
 * What sells a quantity of a kind for a period at the least price. The operator may sell a period
 * under several names: credits and plans are the same whatever they were bought as.
 */
export function offerOf(
  products: readonly StoredProduct[],
  wanted: { kind: string; days: number; quantity: number; region?: string | null },
): StoredProduct | undefined {
  const { kind, days, quantity, region = null } = wanted;
  const offers = products.filter(
    (one) => one.kind === kind && one.days === days && one.region === region,
  );
  return cheapestOffer(offers, quantity);
}

/** Unit prices by days at the minimum quantity; null if a period is not on sale. */
function pricesOf(products: StoredProduct[]): UnitMicros | null {
  const unitPriceFor = (days: number) => {
    const offers = products.filter((one) => one.days === days);
    const quantity = Math.min(...offers.map(({ minQty }) => minQty));
    const product = cheapestOffer(offers, quantity);
    return product && tierOf(product.minQty, product.tiers)?.unitMicros;
  };
  const [week, month, quarter] = [unitPriceFor(7), unitPriceFor(30), unitPriceFor(90)];
  if (week === undefined || month === undefined || quarter === undefined) return null;
  return { 7: week, 30: month, 90: quarter };
}

/** Prices of the regions that a kind is sold in: those whose periods are all on sale. */
export function regionPrices(
  products: readonly StoredProduct[],
  kind: UnlimitedKind,
): Map<UnlimitedRegion, UnitMicros> {
  const open = new Map<UnlimitedRegion, UnitMicros>();
  const sold = products.filter((product) => product.kind === kind);
  for (const [region, own] of Map.groupBy(sold, (product) => product.region)) {
    const prices = pricesOf(own);
    if (prices) open.set(region as UnlimitedRegion, prices);
  }
  return open;
}

/** What sells credits of a period for the least. @throws Refusal badDays */
async function creditProduct(
  db: Db,
  { sku: kind, days = 0, quantity }: Pick<ProductRequest, "sku" | "days" | "quantity">,
  buyer: Buyer,
): Promise<StoredProduct> {
  const offers = await periodOffers(db, { kind, days, region: null }, buyer);
  const product = cheapestOffer(offers, quantity);
  if (!product) throw new Refusal("badDays", { field: "days" });
  return product;
}

/** A plan that a customer requests. */
export interface PlanRequest {
  kind: UnlimitedKind;
  region?: string | undefined;
  days?: number | undefined;
  quantity: number;
}

/**
 * The product of a new plan: its region must have all periods on sale.
 * @throws Refusal badRegion, badDays
 */
export async function newPlanProduct(
  db: Db,
  request: PlanRequest,
  buyer: Buyer,
): Promise<StoredProduct> {
  const { kind, region = "" } = request;
  const products = await productsOnSale(db, buyer);
  if (!isUnlimitedRegion(region) || !regionPrices(products, kind).has(region)) {
    throw new Refusal("badRegion", { field: "region" });
  }
  return planProduct(products, request);
}

/**
 * The product of a plan, new or renewed.
 * @throws Refusal badRegion, badDays
 */
function planProduct(products: readonly StoredProduct[], request: PlanRequest): StoredProduct {
  const { kind, region = "", days = 0, quantity } = request;
  if (!isUnlimitedRegion(region)) throw new Refusal("badRegion", { field: "region" });
  const product = offerOf(products, { kind, region, days, quantity });
  if (!product) throw new Refusal("badDays", { field: "days" });
  return product;
}

export interface ProductRequest {
  /** A full SKU such as `port-europe-30`, or only the kind for a new plan. */
  sku: string;
  region?: string | undefined;
  days?: number | undefined;
  quantity: number;
  renewal?: boolean | undefined;
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
  { sku, region, days, quantity, renewal = false }: ProductRequest,
  buyer: Buyer,
): Promise<StoredProduct> {
  if (sku === "port" || sku === "bandwidth") {
    const plan = { kind: sku, region, days, quantity } as const;
    if (!renewal) return newPlanProduct(db, plan, buyer);
    return planProduct(await productsOnSale(db, buyer), plan);
  }
  if (sku === "static" || sku === "short") return creditProduct(db, { sku, days, quantity }, buyer);
  const product = await productBySku(db, sku, buyer);
  if (!product) throw new Refusal("unknownSku", { field: "sku" });
  const { kind, region: ownRegion, days: ownDays } = product;
  if (kind === "port" || kind === "bandwidth") {
    const plan = { region: region ?? ownRegion ?? undefined, days: days ?? ownDays ?? undefined };
    if (plan.region === ownRegion && plan.days === ownDays) return product;
    return planProduct(await productsOnSale(db, buyer), { kind, ...plan, quantity });
  }
  if (days !== undefined && ownDays !== null && days !== ownDays) {
    throw new Refusal("badDays", { field: "days" });
  }
  return product;
}
