/**
 * What past usage would have cost with each product (spec/money#the-cheapest-plan). Every hour
 * needs an amount of bytes and a number of addresses at once; a product has to cover every hour.
 */
import { bytesPerGb } from "./bytes.ts";
import type { Cents, Micros } from "./money.ts";
import { listPrice, type PricedProduct, tierOf } from "./pricing.ts";
import { bandwidthStepMbps, portMbps } from "./unlimited.ts";

/** Usage of one hour; the hours are consecutive. */
export interface UsedHour {
  bytes: number;
  /** The number of distinct addresses used. */
  addresses: number;
}
export const replayKinds = ["traffic", "ip", "static", "short", "port", "bandwidth"] as const;
export type ReplayKind = (typeof replayKinds)[number];
export interface ReplayedProduct extends PricedProduct {
  sku: string;
  kind: ReplayKind;
  /** The pool of traffic; null for other kinds. */
  pool: string | null;
  /** Lifetime of a unit; null: traffic does not expire, an opened IP lasts `openedIpHours`. */
  days: number | null;
}
/** `totalCents` is `quantity` × `unitMicros`, rounded half up. */
export interface ReplayedPlan {
  sku: string;
  kind: ReplayKind;
  /** Units needed: GB, IPs, Mbps or ports, each for its period. */
  needed: number;
  /** Units bought: at least the minimum quantity, and more if a price tier makes that cheaper. */
  quantity: number;
  unitMicros: Micros;
  totalCents: Cents;
}

/** The longest time that a pool IP can be opened for (spec/pool#opening). */
const openedIpHours = 5;

/** Returns the average rate of an hour. */
export const meanMbps = (bytes: number): number => (bytes * 8) / 3_600 / 1e6;

/**
 * Returns the cost of the usage by kind, each with its cheapest product, cheapest kind first; pools
 * of traffic differ as kinds do.
 * Leaves out products that are not sold in that quantity; empty if nothing was used.
 */
export function replayPlans(
  hours: readonly UsedHour[],
  products: readonly ReplayedProduct[],
): ReplayedPlan[] {
  const cheapest = new Map<string, ReplayedPlan>();
  for (const product of products) {
    const plan = replayPlan(hours, product);
    const sort = `${product.kind} ${product.pool ?? ""}`;
    const best = cheapest.get(sort);
    if (plan && (!best || plan.totalCents < best.totalCents)) cheapest.set(sort, plan);
  }
  return [...cheapest.values()].toSorted((one, other) => one.totalCents - other.totalCents);
}

/** Returns null if nothing is needed, or if that quantity is not sold. */
export function replayPlan(
  hours: readonly UsedHour[],
  product: ReplayedProduct,
): ReplayedPlan | null {
  const needed = neededUnits(hours, product);
  const bought = needed > 0 ? cheapestQuantity(needed, product) : null;
  return bought && { sku: product.sku, kind: product.kind, needed, ...bought };
}

function neededUnits(hours: readonly UsedHour[], { kind, days }: ReplayedProduct): number {
  if (kind === "traffic")
    return Math.ceil(hours.reduce((sum, { bytes }) => sum + bytes, 0) / bytesPerGb);
  const needs = hours.map((hour) => unitsAtOnce(hour, kind));
  return unitsToBuy(needs, days === null ? openedIpHours : days * 24);
}

/** Returns the units needed in an hour: one per address, or enough Mbps for its average. */
function unitsAtOnce({ bytes, addresses }: UsedHour, kind: ReplayKind): number {
  if (bytes <= 0) return 0;
  const mbps = meanMbps(bytes);
  if (kind === "port") return Math.ceil(mbps / portMbps);
  if (kind === "bandwidth") return Math.ceil(mbps / bandwidthStepMbps) * bandwidthStepMbps;
  return Math.max(1, addresses);
}

/**
 * Returns how many units have to be bought in total if hour `n` needs `needs[n]` of them and each
 * lasts `length` hours. Buying each unit only when it is missing is optimal.
 */
export function unitsToBuy(needs: readonly number[], length: number): number {
  const boughtAt: number[] = [];
  let [held, all] = [0, 0];
  for (const [at, need] of needs.entries()) {
    held -= boughtAt[at - length] ?? 0;
    const missing = Math.max(0, need - held);
    boughtAt.push(missing);
    held += missing;
    all += missing;
  }
  return all;
}

/** Returns the cheapest quantity of at least `needed`, the smallest of equals; null if not sold. */
function cheapestQuantity(needed: number, product: ReplayedProduct) {
  const step = product.stepQty ?? 1;
  const roundToSellable = (quantity: number) =>
    Math.ceil(Math.max(quantity, product.minQty) / step) * step;
  const quantities = [needed, ...product.tiers.map(({ fromQty }) => fromQty)]
    .map(roundToSellable)
    .filter((quantity) => quantity >= needed)
    .toSorted((one, other) => one - other);
  let best: { quantity: number; unitMicros: Micros; totalCents: Cents } | null = null;
  for (const quantity of quantities) {
    const price = listPrice(quantity, product);
    const tier = tierOf(quantity, product.tiers);
    if (!price.ok || !tier) continue;
    if (best && price.listCents >= best.totalCents) continue;
    best = { quantity, unitMicros: tier.unitMicros, totalCents: price.listCents };
  }
  return best;
}
