/**
 * Formats money: the only place that does, except for invoices, which keep the currency that they
 * were issued in. An installation has one currency from its first sale on (spec/money#currency), so
 * each process and each page has one too: set at its start, and never changed.
 */
import { defaultCurrency } from "@turnpike/contract/currency.ts";

let current: string = defaultCurrency;

/** The installation's currency by ISO 4217. */
export const currency = (): string => current;

/** Sets the currency of this process or page, before it formats anything. */
export function setCurrency(code: string): void {
  current = code;
}

/** Cached: creating a formatter costs more than a thousand uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

/** How a language (BCP 47) writes money. */
export function moneyFormat(tag: string, digits?: { least?: number; most: number }) {
  const key = `${tag} ${current} ${digits?.least ?? ""} ${digits?.most ?? ""}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(tag, {
      style: "currency",
      currency: current,
      currencyDisplay: "narrowSymbol",
      ...(digits ? { maximumFractionDigits: digits.most } : {}),
      ...(digits?.least === undefined ? {} : { minimumFractionDigits: digits.least }),
    });
  formats.set(key, format);
  return format;
}

/** Cents for the operator's command line and staff, in English: 123456 is "$1,234.56". */
export const plainMoney = (cents: number): string => moneyFormat("en").format(cents / 100);

/** A unit price in millionths, with all its decimals. */
export const plainUnitPrice = (micros: number): string =>
  moneyFormat("en", { least: 6, most: 6 }).format(micros / 1_000_000);
