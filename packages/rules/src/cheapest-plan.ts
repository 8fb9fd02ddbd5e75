/**
 * What a time of real use would have cost with each product (spec/money#the-cheapest-plan). Each hour
 * needs so many bytes, and so many addresses at once; a product has to meet the need of every hour.
 */
import { bytesPerGb } from "./bytes.ts";
import type { Cents, Micros } from "./money.ts";
import { listPrice, type PricedProduct, tierOf } from "./pricing.ts";
import { bandwidthStepMbps, portMbps } from "./unlimited.ts";

/** One hour of use; hours follow each other without a gap. */
export interface UsedHour {
  bytes: number;
  /** How many different addresses were used. */
  addresses: number;
}
export const replayKinds = ["traffic", "ip", "static", "short", "port", "bandwidth"] as const;
export type ReplayKind = (typeof replayKinds)[number];
export interface ReplayedProduct extends PricedProduct {
  sku: string;
  kind: ReplayKind;
  /** How long one is held; null: traffic has no end, an opened IP lasts `openedIpHours`. */
  days: number | null;
}
/** `quantity` × `unitMicros` is `totalCents`, rounded half up. */
export interface ReplayedPlan {
  sku: string;
  kind: ReplayKind;
  /** Units that the use takes: GB, IPs, Mbps or ports, each held for its period. */
  needed: number;
  /** Units that are bought: not below the least quantity, and more where a tier makes that cheaper. */
  quantity: number;
  unitMicros: Micros;
  totalCents: Cents;
}

/** An IP of the pool is open for at most so long (spec/pool#opening). */
const openedIpHours = 5;

/** The mean of an hour. */
export const meanMbps = (bytes: number): number => (bytes * 8) / 3_600 / 1e6;

/**
 * What the use would have cost, the cheapest first: of each kind the product that costs least. Left
 * out is what cannot be bought in that quantity; empty where nothing was used.
 */
export function replayPlans(
  hours: readonly UsedHour[],
  products: readonly ReplayedProduct[],
): ReplayedPlan[] {
  const cheapest = new Map<ReplayKind, ReplayedPlan>();
  for (const product of products) {
    const plan = replayPlan(hours, product);
    const best = cheapest.get(product.kind);
    if (plan && (!best || plan.totalCents < best.totalCents)) cheapest.set(product.kind, plan);
  }
  return [...cheapest.values()].toSorted((one, other) => one.totalCents - other.totalCents);
}

/** Null where nothing is needed, or where so much cannot be bought. */
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
  return unitsHeld(needs, days === null ? openedIpHours : days * 24);
}

/** Units that carry an hour: an address each, or as many Mbps as its mean. */
function unitsAtOnce({ bytes, addresses }: UsedHour, kind: ReplayKind): number {
  if (bytes <= 0) return 0;
  const mbps = meanMbps(bytes);
  if (kind === "port") return Math.ceil(mbps / portMbps);
  if (kind === "bandwidth") return Math.ceil(mbps / bandwidthStepMbps) * bandwidthStepMbps;
  return Math.max(1, addresses);
}

/**
 * How many units are bought in all, where hour `n` needs `needs[n]` of them and each lasts for `length`
 * hours: one is bought when it is missing, which no other way undercuts.
 */
export function unitsHeld(needs: readonly number[], length: number): number {
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

/** At least `needed`, at the lowest price; the least of equal ones. Null where none is sold. */
function cheapestQuantity(needed: number, product: ReplayedProduct) {
  const step = product.stepQty ?? 1;
  const sold = (quantity: number) => Math.ceil(Math.max(quantity, product.minQty) / step) * step;
  const quantities = [needed, ...product.tiers.map(({ fromQty }) => fromQty)]
    .map(sold)
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
