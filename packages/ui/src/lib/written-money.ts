import { moneyFormat } from "@turnpike/locales/money.ts";
import { formatCents, locale } from "./format.ts";

/** Formats cents, without decimals if they are zero: "$2,000". */
export function formatRoundCents(cents: number): string {
  if (cents % 100 !== 0) return formatCents(cents);
  return moneyFormat(locale(), { least: 0, most: 0 }).format(cents / 100);
}

/** How the user's language writes amounts: separators, and the sign with its space. */
export interface WrittenMoney {
  decimal: string;
  group: string;
  prefix: string;
  suffix: string;
}

export function writtenMoney(): WrittenMoney {
  const parts = moneyFormat(locale()).formatToParts(1234567.5);
  const value = (type: string) => parts.find((part) => part.type === type)?.value;
  const text = (some: typeof parts) => some.map((part) => part.value).join("");
  const first = parts.findIndex(({ type }) => type === "integer");
  const last = parts.findLastIndex(({ type }) => type === "fraction");
  return {
    decimal: value("decimal") ?? ".",
    group: value("group") ?? ",",
    prefix: text(parts.slice(0, first)),
    suffix: text(parts.slice(last + 1)),
  };
}
