import i18next from "i18next";
import { formatCents } from "./format.ts";

const locale = () => (i18next.language === "zh-tw" ? "zh-TW" : (i18next.language ?? "en"));

/** Cents as dollars without decimals where there are none: "$2,000". */
export function formatRoundCents(cents: number): string {
  if (cents % 100 !== 0) return formatCents(cents);
  return new Intl.NumberFormat(locale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(cents / 100);
}

/** How the person's language writes a number of dollars, for an input field. */
export function moneyWriting(): { decimal: string; group: string; signFirst: boolean } {
  const style = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale(), style).formatToParts(1234567.5);
  const value = (type: string) => parts.find((part) => part.type === type)?.value;
  return {
    decimal: value("decimal") ?? ".",
    group: value("group") ?? ",",
    signFirst: parts.findIndex(({ type }) => type === "currency") === 0,
  };
}
