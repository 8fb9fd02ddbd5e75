/** What the operator may sell: the rules of a product's file (spec/money#products). */
import type { Cents } from "./money.ts";
import { type PriceTier, type PricedProduct, listPrice } from "./pricing.ts";
import { isPrintable } from "./printable.ts";
import { bandwidthStepMbps, maxMbpsOfPlan, maxPortsOfPlan } from "./unlimited.ts";
import { isUnlimitedRegion } from "./unlimited-region.ts";

/** Kinds as a product's file names them. */
export const fileKinds = ["traffic", "ip", "static", "staticShort", "port", "bandwidth"] as const;
export type FileKind = (typeof fileKinds)[number];
/** Kinds as calls name them: `staticShort` is `short`. */
export type ProductKind = Exclude<FileKind, "staticShort"> | "short";

/** Returns the kind of a file as calls name it. */
export const kindOfFile = (kind: FileKind): ProductKind =>
  kind === "staticShort" ? "short" : kind;
/** Returns the kind as files name it. */
export const fileKindOf = (kind: ProductKind): FileKind =>
  kind === "short" ? "staticShort" : kind;

/** Maximum number of products, on sale or not. */
export const maxProducts = 1_000;
export const maxTiers = 50;

/** The periods that a kind is sold for; none for kinds without a period. */
export const periodsOf: Readonly<Record<ProductKind, readonly number[]>> = {
  traffic: [],
  ip: [],
  static: [7, 30, 90],
  short: [1, 3, 7],
  port: [7, 30, 90],
  bandwidth: [7, 30, 90],
};

/** Texts by language; `en` is needed. */
export interface ProductTexts {
  readonly en: string;
  readonly [lang: string]: string;
}

/** A product as its file describes it, with every field. */
export interface ProductFacts {
  sku: string;
  kind: ProductKind;
  enterprise: boolean;
  /** Null: the shipped texts. */
  name: ProductTexts | null;
  description: ProductTexts | null;
  badge: ProductTexts | null;
  /** Null: the unit of the kind. */
  unit: string | null;
  pool: string | null;
  region: string | null;
  days: number | null;
  validDays: number | null;
  min: number;
  max: number;
  step: number;
  tiers: readonly PriceTier[];
  sort: number;
  /** Costs nothing, once for each person. */
  trial: boolean;
}
interface ProductFault {
  /** The file's field. */
  field: keyof ProductFacts;
  fault: string;
}

/** The most that one order can cost, in millionths: a billion dollars. */
const MAX_ORDER_MICROS = 1e15;
const hasControl = (text: string) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);

/** Returns what is wrong with texts by language; null if invoices can show them. */
export function textsFault(texts: ProductTexts | null): string | null {
  for (const [lang, text] of Object.entries(texts ?? {})) {
    if (text.trim() === "") return `${lang} is empty`;
    if (hasControl(text)) return `${lang} has a control character`;
    if (!isPrintable(text)) return `${lang} has signs that no invoice can show`;
  }
  return null;
}

function textFault(product: ProductFacts): ProductFault | null {
  for (const field of ["name", "description", "badge"] as const) {
    const fault = textsFault(product[field]);
    if (fault !== null) return { field, fault };
  }
  if (product.unit !== null && (hasControl(product.unit) || !isPrintable(product.unit)))
    return { field: "unit", fault: "has signs that no invoice can show" };
  return null;
}

function kindFault(product: ProductFacts): ProductFault | null {
  const { kind, days, pool, region, trial, unit, validDays } = product;
  const periods = periodsOf[kind];
  if (periods.length === 0 && days !== null)
    return { field: "days", fault: `${kind} is sold without a period` };
  if (periods.length > 0 && !periods.includes(days ?? 0))
    return { field: "days", fault: `${fileKindOf(kind)} is sold for ${periods.join(", ")} days` };
  const isPlan = kind === "port" || kind === "bandwidth";
  if (isPlan && !isUnlimitedRegion(region ?? ""))
    return { field: "region", fault: `${region} is no region` };
  if (!isPlan && region !== null)
    return { field: "region", fault: "only ports and bandwidth are sold by region" };
  if (kind !== "traffic" && pool !== null)
    return { field: "pool", fault: "only traffic is sold by pool" };
  if (kind !== "traffic" && validDays !== null)
    return { field: "validDays", fault: "only traffic can expire" };
  if (isPlan && trial) return { field: "trial", fault: "ports and bandwidth have none" };
  if (kind === "traffic" && unit !== null && unit !== "GB")
    return { field: "unit", fault: "traffic is sold by GB" };
  return null;
}

/** Ports and Mbps of one plan, at most: each port is a number of a machine. */
const mostOfPlan: Partial<Record<ProductKind, number>> = {
  port: maxPortsOfPlan,
  bandwidth: maxMbpsOfPlan,
};

function quantityFault({ kind, min, max, step, tiers, trial }: ProductFacts): ProductFault | null {
  if (max < min) return { field: "max", fault: "is below min" };
  const most = mostOfPlan[kind];
  if (most !== undefined && max > most)
    return { field: "max", fault: `a plan has at most ${most}` };
  if (min % step !== 0) return { field: "min", fault: "is no multiple of step" };
  if (kind === "bandwidth" && step % bandwidthStepMbps !== 0)
    return { field: "step", fault: `bandwidth is sold in steps of ${bandwidthStepMbps}` };
  const starts = new Set(tiers.map(({ fromQty }) => fromQty));
  if (starts.size < tiers.length) return { field: "tiers", fault: "two have the same fromQty" };
  if (!tiers.some(({ fromQty }) => fromQty <= min))
    return { field: "tiers", fault: "none prices the smallest order" };
  if (!trial && tiers.some(({ unitMicros }) => unitMicros === 0))
    return { field: "tiers", fault: "only a trial costs nothing" };
  if (trial && tiers.some(({ unitMicros }) => unitMicros > 0))
    return { field: "tiers", fault: "a trial costs nothing" };
  if (tiers.some(({ unitMicros }) => unitMicros * max > MAX_ORDER_MICROS))
    return { field: "tiers", fault: "the largest order costs more than a billion" };
  return null;
}

/** The price of a trial: nothing, from its smallest quantity on. */
export const trialTiers = (min: number): PriceTier[] => [{ fromQty: min, unitMicros: 0 }];

/** Returns what is wrong with a product, first field first; null if it can be sold. */
export function judgeProduct(product: ProductFacts): ProductFault | null {
  return kindFault(product) ?? quantityFault(product) ?? textFault(product);
}

/** Returns a text in a language, else in English; null without texts. */
export function textIn(texts: ProductTexts | null, lang: string): string | null {
  return texts === null ? null : (texts[lang] ?? texts.en);
}

/**
 * Returns the product that sells a quantity for the least, the first of equals. If none sells it,
 * returns the first product, whose refusal says why; undefined without products.
 */
export function cheapestOffer<P extends PricedProduct>(
  products: readonly P[],
  quantity: number,
): P | undefined {
  let best: { product: P; cents: Cents } | undefined;
  for (const product of products) {
    const price = listPrice(quantity, product);
    if (price.ok && (!best || price.listCents < best.cents))
      best = { product, cents: price.listCents };
  }
  return best?.product ?? products[0];
}
