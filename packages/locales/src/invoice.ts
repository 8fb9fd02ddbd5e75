/** Texts of invoices, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/invoice.json" with { type: "json" };
import en from "./en/invoice.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
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

/** Names the currency explicitly: in Chinese, a dollar sign alone means Taiwan's. */
const USD = { style: "currency", currency: "USD" } as const;

/** Formats money for invoices. */
export function invoiceMoney(lang: Lang, cents: number): string {
  return new Intl.NumberFormat(langTag(lang), USD).format(cents / 100);
}

/** Formats a unit price in millionths of a dollar, with the decimals it needs (2 to 4). */
export function invoiceUnitPrice(lang: Lang, micros: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  return new Intl.NumberFormat(langTag(lang), { ...USD, ...digits }).format(micros / 1_000_000);
}
