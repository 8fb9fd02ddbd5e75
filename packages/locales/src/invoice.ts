/** Texts of invoices, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/invoice.json" with { type: "json" };
import en from "./en/invoice.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import { interpolate } from "./interpolate.ts";
import fr from "./fr/invoice.json" with { type: "json" };
import ru from "./ru/invoice.json" with { type: "json" };
import vi from "./vi/invoice.json" with { type: "json" };
import { langTag } from "./shop.ts";
import zh from "./zh-tw/invoice.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
export type InvoiceSentences = typeof en;

/** Returns all texts of an invoice in a language. */
export function invoiceSentences(lang: Lang): InvoiceSentences {
  return sentences[lang];
}

/** The language and the currency of a document; the currency by ISO 4217. */
interface Format {
  lang: Lang;
  currency: string;
}

/** Names the currency explicitly: in Chinese, a dollar sign alone means Taiwan's. */
const inCurrency = (currency: string) => ({ style: "currency", currency }) as const;

/** Names the currency of all amounts in words. */
export function currencyNote({ lang, currency }: Format): string {
  const names = new Intl.DisplayNames(langTag(lang), { type: "currency" });
  const values = { name: names.of(currency) ?? currency, code: currency };
  return interpolate(sentences[lang].currency, values);
}

/** Formats money for invoices. */
export function invoiceMoney({ lang, currency }: Format, cents: number): string {
  return new Intl.NumberFormat(langTag(lang), inCurrency(currency)).format(cents / 100);
}

/** Formats a unit price in millionths of the currency, with the decimals it needs (2 to 4). */
export function invoiceUnitPrice({ lang, currency }: Format, micros: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  return new Intl.NumberFormat(langTag(lang), { ...inCurrency(currency), ...digits }).format(
    micros / 1_000_000,
  );
}
