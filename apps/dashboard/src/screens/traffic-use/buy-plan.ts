/** What the purchase dialog works out beside the quote: steps, price tiers and presets. */
import type { Product } from "@turnpike/contract/order.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";

type Range = Pick<Product, "minQty" | "maxQty">;
type Tiered = Pick<Product, "tiers">;

const usual = [5, 10, 50, 100, 500, 1000, 5000];
const presetCount = 5;

/** Quantities in GB to choose with one click, all within the product's range. */
export function presetsOf(product: Range): number[] {
  return usual.filter((gb) => gb >= product.minQty && gb <= product.maxQty).slice(0, presetCount);
}

/** The quantity that the product allows and that lies nearest. */
export function withinRange(quantity: number, product: Range): number {
  const whole = Number.isFinite(quantity) ? Math.round(quantity) : product.minQty;
  return Math.min(Math.max(whole, product.minQty), product.maxQty);
}

/** The slider is logarithmic: position 0-1 to a quantity of two significant digits. */
export function quantityAt(position: number, product: Range): number {
  const exact = product.minQty * (product.maxQty / product.minQty) ** position;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return withinRange(Math.round(exact / step) * step, product);
}

/** Where a quantity lies on the slider, 0-1; the inverse of `quantityAt`. */
export function positionOf(quantity: number, product: Range): number {
  if (product.maxQty <= product.minQty) return 0;
  const within = withinRange(quantity, product);
  return Math.log(within / product.minQty) / Math.log(product.maxQty / product.minQty);
}

/** The unit price that a quantity has, in millionths of a dollar; 0 below the first tier. */
export function unitMicrosAt(quantity: number, product: Tiered): number {
  return tierOf(quantity, product.tiers)?.unitMicros ?? 0;
}

/** The next cheaper tier and how many GB are missing for it. */
export function nextTier(
  quantity: number,
  product: Tiered & Range,
): { missingGb: number; fromQty: number; unitMicros: number } | null {
  const next = product.tiers
    .filter((tier) => tier.fromQty > quantity && tier.fromQty <= product.maxQty)
    .sort((one, other) => one.fromQty - other.fromQty)[0];
  if (!next || next.unitMicros >= unitMicrosAt(quantity, product)) return null;
  return { missingGb: next.fromQty - quantity, ...next };
}

/** The traffic plans of a price list, the standard one first. */
export function trafficPlans(products: readonly Product[]): Product[] {
  return products
    .filter((product) => product.kind === "traffic")
    .sort((one, other) => Number(one.enterprise) - Number(other.enterprise));
}
