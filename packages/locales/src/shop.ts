/** Texts of the shop, its payment page and the home page, in all languages. */
import { moneyFormat } from "./money.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/shop.json" with { type: "json" };
import en from "./en/shop.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/shop.json" with { type: "json" };
import ru from "./ru/shop.json" with { type: "json" };
import vi from "./vi/shop.json" with { type: "json" };
import zh from "./zh-tw/shop.json" with { type: "json" };
import { interpolate } from "./interpolate.ts";

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
export type ShopSentences = typeof en;

/** Returns all texts of the shop in a language. */
export function shopSentences(lang: Lang): ShopSentences {
  return sentences[lang];
}

/** What names a product: its own texts, or null for the shipped ones, which are found by SKU. */
export interface NamedProduct {
  sku: string;
  /** By language; English is always there. */
  names: { readonly en: string; readonly [lang: string]: string } | null;
}

/** Returns a product's name, in English where the operator wrote no other. */
export function productName(lang: Lang, { sku, names }: NamedProduct): string {
  const shipped: Record<string, string> = sentences[lang].products;
  return names?.[lang] ?? names?.en ?? shipped[sku] ?? unlimitedName(lang, sku) ?? sku;
}

/** Names SKUs such as `port-europe-30`, which consist of kind, region and days. */
function unlimitedName(lang: Lang, sku: string): string | null {
  const [, kind, region = "", days = ""] = /^(port|bandwidth)-([a-z-]+)-(\d+)$/.exec(sku) ?? [];
  if (kind !== "port" && kind !== "bandwidth") return null;
  const { name, [kind]: product } = sentences[lang].unlimited;
  return interpolate(name, { product, region: regionName(lang, region), days });
}

/** Returns the name of a region of unlimited plans. */
export function regionName(lang: Lang, region: string): string {
  const names: Record<string, string> = sentences[lang].regions;
  return names[region] ?? region;
}

/** Returns the unit that a kind of products is counted in, such as GB. */
export function kindUnit(lang: Lang, kind: string): string {
  const units: Record<string, string> = sentences[lang].units;
  return units[kind] ?? "";
}

/** Returns a product's unit: its own, or its kind's. A kind's in English is said in each language. */
export function productUnit(
  lang: Lang,
  { kind, unit }: { kind: string; unit: string | null },
): string {
  return unit === null || unit === kindUnit("en", kind) ? kindUnit(lang, kind) : unit;
}

/** Returns the BCP 47 tag of a language. */
export function langTag(lang: Lang): string {
  return lang === "zh" ? "zh-TW" : lang;
}

/** Cached: creating a formatter costs more than a thousand uses of it. */
const dateFormats = new Map<Lang, Intl.DateTimeFormat>();

/** Formats money in the conventions of a language. */
export function money(lang: Lang, cents: number): string {
  return moneyFormat(langTag(lang)).format(cents / 100);
}

/** Formats the UTC date of an instant in words. */
export function longDate(lang: Lang, at: number): string {
  const style = { dateStyle: "long", timeZone: "UTC" } as const;
  const format = dateFormats.get(lang) ?? new Intl.DateTimeFormat(langTag(lang), style);
  dateFormats.set(lang, format);
  return format.format(at);
}
