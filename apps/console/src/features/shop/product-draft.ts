/** A product while it is written in the console, as text, and as the file that the call takes. */
import { langs } from "@turnpike/contract/refusals.ts";
import { fileKindOf, type FileKind, type ProductKind } from "@turnpike/rules/product.ts";
import type { Product } from "./Products.tsx";

type Lang = (typeof langs)[number];
type Texts = Partial<Record<Lang, string>>;

export interface ProductDraft {
  sku: string;
  kind: FileKind;
  name: Texts;
  description: Texts;
  badge: Texts;
  unit: string;
  region: string;
  /** Numbers as typed; empty: none. */
  days: string;
  validDays: string;
  min: string;
  max: string;
  step: string;
  sort: string;
  enterprise: boolean;
  /** A price on each line: the quantity and the unit price. */
  tiers: string;
}

const MICROS = 1_000_000;

/** A product as a draft; null: a new one. */
export function draftOf(product: Product | null): ProductDraft {
  if (product === null)
    return {
      sku: "",
      kind: "traffic",
      name: {},
      description: {},
      badge: {},
      unit: "GB",
      region: "",
      days: "",
      validDays: "",
      min: "1",
      max: "10000",
      step: "1",
      sort: "15",
      enterprise: false,
      tiers: "1 3.00",
    };
  const { sku, name, description, badge, unit, enterprise } = product;
  return {
    sku,
    kind: fileKindOf(product.kind as ProductKind),
    name,
    description: description ?? {},
    badge: badge ?? {},
    unit,
    region: product.region ?? "",
    days: String(product.days ?? ""),
    validDays: String(product.validDays ?? ""),
    min: String(product.minQty),
    max: String(product.maxQty),
    step: String(product.stepQty),
    sort: String(product.sort),
    enterprise,
    tiers: product.tiers
      .map(({ fromQty, unitMicros }) => `${fromQty} ${unitMicros / MICROS}`)
      .join("\n"),
  };
}

/** The tiers of a draft; a line that is no price has numbers that the call refuses. */
export const tiersOf = ({ tiers }: ProductDraft) =>
  tiers
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [fromQty, price] = line.split(/[\s:=]+/).map(Number);
      return { fromQty: fromQty ?? 0, unitMicros: Math.round((price ?? 0) * MICROS) };
    });

function writtenOf(texts: Texts): Texts | null {
  const written = Object.entries(texts).filter(([, text]) => text.trim() !== "");
  return written.length === 0 ? null : Object.fromEntries(written);
}

const numberOr = <T>(text: string, none: T) => (text.trim() === "" ? none : Number(text));

/** The draft as a file: a new product whole, of a known one only what was changed. */
export function fileOf(draft: ProductDraft, product: Product | null): object {
  const whole = {
    sku: draft.sku.trim(),
    kind: draft.kind,
    name: writtenOf(draft.name) ?? {},
    description: writtenOf(draft.description),
    badge: writtenOf(draft.badge),
    unit: draft.unit.trim(),
    ...(draft.region ? { region: draft.region } : {}),
    days: numberOr(draft.days, null),
    validDays: numberOr(draft.validDays, null),
    min: numberOr(draft.min, 0),
    max: numberOr(draft.max, 0),
    step: numberOr(draft.step, 0),
    sort: numberOr(draft.sort, 0),
    enterprise: draft.enterprise,
    tiers: tiersOf(draft),
  };
  if (product === null) return whole;
  const before: Record<string, unknown> = { ...fileOf(draftOf(product), null) };
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[field]);
  return Object.fromEntries(Object.entries(whole).filter(isChanged));
}
