/** What the purchase dialog computes besides the quote: kinds, steps, price tiers and presets. */
import type { Product } from "@turnpike/contract/order.ts";
import type { QuantityRange } from "../purchase/quantity.ts";
import { listPrice, tierOf } from "@turnpike/rules/pricing.ts";

/** The kinds on sale: traffic by the GB, IPs by the piece, credits for static IPs by the period. */
export const kinds = ["traffic", "ip", "static", "short"] as const;
export type Kind = (typeof kinds)[number];
type Range = Pick<Product, "minQty" | "maxQty"> & Partial<Pick<Product, "stepQty">>;
type Tiered = Pick<Product, "tiers">;
type Priced = Tiered & Range;

const usualCredits = [1, 5, 10, 20, 50, 100, 200, 500, 1000];
const usual: Record<Kind, readonly number[]> = {
  traffic: [5, 10, 50, 100, 500, 1000, 2000, 5000, 10_000, 20_000],
  ip: [10, 100, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000],
  static: usualCredits,
  short: usualCredits,
};
const firstOf: Record<Kind, number> = { traffic: 10, ip: 100, static: 1, short: 1 };
const presetCount = 6;

/** A kind of products as one that the dialog sells; null for others. */
export const soldHere = (kind: string): Kind | null => kinds.find((one) => one === kind) ?? null;

/**
 * The kind that a link names, by itself or by a SKU; null if the dialog does not sell it. Without
 * the products on sale only kinds and shipped SKUs are known, so that the dialog opens at once.
 */
export function kindOf(
  name: string | null,
  products: readonly Pick<Product, "sku" | "kind">[] = [],
): Kind | null {
  const product = products.find(({ sku }) => sku === name);
  if (product) return soldHere(product.kind);
  return kinds.find((kind) => name === kind || name?.startsWith(`${kind}-`)) ?? null;
}

/** The plans of one kind; the standard plan or the shortest period first, trials last. */
export function plansOf(kind: Kind, products: readonly Product[]): Product[] {
  return products
    .filter((product) => product.kind === kind)
    .sort(
      (one, other) =>
        Number(one.trial) - Number(other.trial) ||
        Number(one.enterprise) - Number(other.enterprise) ||
        (one.days ?? 0) - (other.days ?? 0),
    );
}

/** Quantities to choose with one click: the start of each price tier, and usual ones between. */
export function presetsOf(kind: Kind, product: Priced): number[] {
  const within = (quantity: number) => quantity === withinRange(quantity, product);
  const step = product.stepQty ?? 1;
  const starts = product.tiers.map(({ fromQty }) => Math.max(product.minQty, fromQty));
  const tiers = starts.map((start) => Math.ceil(start / step) * step).filter(within);
  const chosen = new Set(tiers.slice(0, presetCount));
  for (const quantity of usual[kind].filter(within)) {
    if (chosen.size < presetCount) chosen.add(quantity);
  }
  return [...chosen].sort((one, other) => one - other);
}

/** The quantities that a product is sold in. */
export const rangeOf = ({ minQty, maxQty, stepQty }: Product): QuantityRange => {
  return { min: minQty, max: maxQty, step: stepQty };
};

/** The allowed quantity nearest to the given one. */
export function withinRange(quantity: number, product: Range): number {
  const { minQty, maxQty, stepQty: step = 1 } = product;
  const whole = Number.isFinite(quantity) ? Math.round(quantity / step) * step : minQty;
  return Math.min(Math.max(whole, minQty), Math.floor(maxQty / step) * step);
}

/** The dialog's initial quantity; `minCents` is the list price that a coupon requires. */
export function firstQuantity(kind: Kind, product: Priced, minCents: number | null = null): number {
  const first = withinRange(firstOf[kind], product);
  if (!minCents || listCents(first, product) >= minCents) return first;
  const tiers = product.tiers.toSorted((one, other) => one.fromQty - other.fromQty);
  for (const [place, tier] of tiers.entries()) {
    const last = (tiers[place + 1]?.fromQty ?? product.maxQty + 1) - 1;
    const enough = Math.ceil((minCents * 10_000) / tier.unitMicros);
    const step = product.stepQty ?? 1;
    const quantity = Math.ceil(Math.max(first, tier.fromQty, enough) / step) * step;
    if (quantity <= last && listCents(quantity, product) >= minCents) return quantity;
  }
  return first;
}

/** The list price in cents; 0 for a quantity that is not sold. */
export function listCents(quantity: number, product: Priced): number {
  const price = listPrice(quantity, product);
  return price.ok ? price.listCents : 0;
}

/** The slider is logarithmic: maps a position of 0-1 to a quantity of two significant digits. */
export function quantityAt(position: number, product: Range): number {
  const exact = product.minQty * (product.maxQty / product.minQty) ** position;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return withinRange(Math.round(exact / step) * step, product);
}

/** The slider position (0-1) of a quantity; the inverse of `quantityAt`. */
export function positionOf(quantity: number, product: Range): number {
  if (product.maxQty <= product.minQty) return 0;
  const within = withinRange(quantity, product);
  return Math.log(within / product.minQty) / Math.log(product.maxQty / product.minQty);
}

/** The unit price of a quantity, in millionths of the currency; 0 below the first tier. */
export function unitMicrosAt(quantity: number, product: Tiered): number {
  return tierOf(quantity, product.tiers)?.unitMicros ?? 0;
}

/** The next cheaper tier and how many units are missing to reach it. */
export function nextTier(
  quantity: number,
  product: Priced,
): { missing: number; fromQty: number; unitMicros: number } | null {
  const next = product.tiers
    .filter((tier) => tier.fromQty > quantity && tier.fromQty <= product.maxQty)
    .sort((one, other) => one.fromQty - other.fromQty)[0];
  if (!next || next.unitMicros >= unitMicrosAt(quantity, product)) return null;
  return { missing: next.fromQty - quantity, ...next };
}
