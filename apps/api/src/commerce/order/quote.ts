/** What an order would cost (spec/money#prices). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { redeemGift, useDiscount } from "@turnpike/rules/coupon.ts";
import { discounted, listPrice, type Price } from "@turnpike/rules/pricing.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { isUnlimitedRegion, unlimitedSku } from "@turnpike/rules/unlimited-region.ts";
import type { CouponRow } from "../coupon/store.ts";
import type { Db } from "../../platform/db/database.ts";
import { openPrices } from "../../products/unlimited/regions.ts";
import { productBySku, type StoredProduct } from "../product/store.ts";

export type OrderableProduct = StoredProduct & { grant: NonNullable<StoredProduct["grant"]> };

/** A product that /v1/order sells. Throws `unknownSku`. */
export async function orderable(db: Db, sku: string): Promise<OrderableProduct> {
  const product = await productBySku(db, sku);
  if (!product?.grant) throw new Refusal("unknownSku", { field: "sku" });
  return { ...product, grant: product.grant };
}

export interface AskedPlan {
  /** A full SKU such as `port-europe-30`, or the kind alone: a new plan. */
  sku: string;
  region?: string | undefined;
  days?: number | undefined;
}

/**
 * A product by its SKU. Of what is sold by region the SKU may be the kind alone, and the fields say
 * which region and period, whatever the SKU says (spec/money#prices). The kind alone asks for what
 * /v1/orderUnlimit sells, a full SKU for its product: plans are renewed by it also where new ones
 * are not sold.
 * @throws Refusal unknownSku, badRegion, badDays
 */
export async function quotable(db: Db, { sku, region, days }: AskedPlan): Promise<StoredProduct> {
  if (sku === "port" || sku === "bandwidth") {
    return newPlanProduct(db, { kind: sku, region, days });
  }
  const product = await productBySku(db, sku);
  if (!product) throw new Refusal("unknownSku", { field: "sku" });
  const { kind, region: ownRegion, days: ownDays } = product;
  if (kind === "port" || kind === "bandwidth") {
    const asked = { region: region ?? ownRegion ?? undefined, days: days ?? ownDays ?? undefined };
    return planProduct(db, { kind, ...asked });
  }
  if (days !== undefined && ownDays !== null && days !== ownDays) {
    throw new Refusal("badDays", { field: "days" });
  }
  return product;
}

interface AskedOfKind {
  kind: UnlimitedKind;
  region?: string | undefined;
  days?: number | undefined;
}

/** What a new plan is bought as: a region has to have all its periods on sale. As `planProduct`. */
export async function newPlanProduct(db: Db, asked: AskedOfKind): Promise<StoredProduct> {
  const { kind, region = "" } = asked;
  if (!isUnlimitedRegion(region) || !(await openPrices(db, kind)).has(region)) {
    throw new Refusal("badRegion", { field: "region" });
  }
  return planProduct(db, asked);
}

/**
 * A product that is sold by region. Throws `badRegion`, `badDays`: what is missing, or not on sale.
 */
async function planProduct(db: Db, asked: AskedOfKind): Promise<StoredProduct> {
  const { kind, region = "", days = 0 } = asked;
  if (!isUnlimitedRegion(region)) throw new Refusal("badRegion", { field: "region" });
  const product = await productBySku(db, unlimitedSku({ kind, region, days }));
  if (!product) throw new Refusal("badDays", { field: "days" });
  return product;
}

/** Throws `badQuantity`, of bandwidth `badBandwidth`, or why the coupon does not hold. */
export function priceOrder(
  product: StoredProduct,
  quantity: number,
  { coupon, now }: { coupon: CouponRow | null; now: number },
): Price {
  const list = listPrice(quantity, product);
  if (!list.ok) {
    const why = product.kind === "bandwidth" ? "badBandwidth" : list.why;
    throw new Refusal(why, { field: "quantity" });
  }
  if (!coupon) return discounted(list.listCents, 0);
  const verdict = useDiscount(coupon, { listCents: list.listCents, now });
  if (!verdict.ok) throw new Refusal(verdict.why, { field: "couponId" });
  return discounted(list.listCents, verdict.percent);
}

/** What a gift coupon gives; an order that names something else is refused. */
export function redeemed(
  coupon: CouponRow,
  asked: { sku?: string | undefined; quantity?: number | undefined; now: number },
): { sku: string; quantity: number } {
  const verdict = redeemGift(coupon, asked);
  if (!verdict.ok) throw new Refusal(verdict.why, { field: "couponId" });
  return verdict;
}
