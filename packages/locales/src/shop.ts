/** What the shop, its payment page and the home page say, in each language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/shop.json" with { type: "json" };
import en from "./en/shop.json" with { type: "json" };
import fr from "./fr/shop.json" with { type: "json" };
import ru from "./ru/shop.json" with { type: "json" };
import vi from "./vi/shop.json" with { type: "json" };
import zh from "./zh-tw/shop.json" with { type: "json" };
import { interpolate } from "./interpolate.ts";

const sentences: Record<Lang, typeof en> = { en, zh, fr, ru, vi, de };
export type ShopSentences = typeof en;

/** All of the shop's sentences in a language. */
export function shopSentences(lang: Lang): ShopSentences {
  return sentences[lang];
}

/** A product's name; a product that the operator added is called by its SKU. */
export function productName(lang: Lang, sku: string): string {
  const names: Record<string, string> = sentences[lang].products;
  return names[sku] ?? unlimitedName(lang, sku) ?? sku;
}

/** Such as `port-europe-30`: they are sold by kind, region and days. */
function unlimitedName(lang: Lang, sku: string): string | null {
  const [, kind, region = "", days = ""] = /^(port|bandwidth)-([a-z-]+)-(\d+)$/.exec(sku) ?? [];
  if (kind !== "port" && kind !== "bandwidth") return null;
  const { name, [kind]: product } = sentences[lang].unlimited;
  return interpolate(name, { product, region: regionName(lang, region), days });
}

/** What a region of unlimited plans is called. */
export function regionName(lang: Lang, region: string): string {
  const names: Record<string, string> = sentences[lang].regions;
  return names[region] ?? region;
}

/** What a product is counted in, such as GB. */
export function productUnit(lang: Lang, kind: string): string {
  const units: Record<string, string> = sentences[lang].units;
  return units[kind] ?? "";
}

/** The language as BCP 47 writes it. */
export function langTag(lang: Lang): string {
  return lang === "zh" ? "zh-TW" : lang;
}

/** Made once each: a formatter costs more than a thousand uses of it. */
const moneyFormats = new Map<Lang, Intl.NumberFormat>();
const dateFormats = new Map<Lang, Intl.DateTimeFormat>();

/** Money as people of the language write it. */
export function money(lang: Lang, cents: number): string {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const format = moneyFormats.get(lang) ?? new Intl.NumberFormat(langTag(lang), style);
  moneyFormats.set(lang, format);
  return format.format(cents / 100);
}

/** The UTC day of an instant, in words. */
export function longDate(lang: Lang, at: number): string {
  const style = { dateStyle: "long", timeZone: "UTC" } as const;
  const format = dateFormats.get(lang) ?? new Intl.DateTimeFormat(langTag(lang), style);
  dateFormats.set(lang, format);
  return format.format(at);
}
