import i18next from "i18next";
import { formatCents } from "./format.ts";

const locale = () => (i18next.language === "zh-tw" ? "zh-TW" : (i18next.language ?? "en"));

/** Formats cents as dollars, without decimals if they are zero: "$2,000". */
export function formatRoundCents(cents: number): string {
  if (cents % 100 !== 0) return formatCents(cents);
  return new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(cents / 100);
}

/** Returns the separators and sign position of dollar amounts in the user's language. */
export function moneyFormat(): { decimal: string; group: string; signFirst: boolean } {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale(), style).formatToParts(1234567.5);
  const value = (type: string) => parts.find((part) => part.type === type)?.value;
  return {
    decimal: value("decimal") ?? ".",
    group: value("group") ?? ",",
    signFirst: parts.findIndex(({ type }) => type === "currency") === 0,
  };
}
