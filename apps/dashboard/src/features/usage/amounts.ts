/** Formats the usage screen's figures: the same unit and number of decimals everywhere. */
import i18next from "i18next";

const units = {
  megabyte: { bytes: 1e6, digits: 2 },
  gigabyte: { bytes: 1e9, digits: 3 },
} as const;
export type TrafficUnit = keyof typeof units;

/** GB; MB if the total is less than one (spec/dashboard#figures). */
export const unitFor = (totalBytes: number): TrafficUnit =>
  totalBytes < 1e9 ? "megabyte" : "gigabyte";

const formats = new Map<string, Intl.NumberFormat>();
function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const language = i18next.language === "zh-tw" ? "zh-TW" : (i18next.language ?? "en");
  const key = language + JSON.stringify(options);
  const found = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, found);
  return found;
}

const digits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

/** The number without unit, for columns whose heading states it; "<0.01" for tiny amounts. */
export function amountIn(bytes: number, unit: TrafficUnit): string {
  const { bytes: whole, digits: count } = units[unit];
  const least = whole / 10 ** count;
  const number = format(digits(count));
  return bytes > 0 && bytes < least
    ? `<${number.format(least / whole)}`
    : number.format(bytes / whole);
}

/** The same with the unit. */
export function amountText(bytes: number, unit: TrafficUnit): string {
  const { bytes: whole, digits: count } = units[unit];
  const least = whole / 10 ** count;
  const text = format({ style: "unit", unit, unitDisplay: "short", ...digits(count) });
  return bytes > 0 && bytes < least ? `<${text.format(least / whole)}` : text.format(bytes / whole);
}

/** A round number on an axis, without superfluous digits; no two steps look the same. */
export const axisText = (bytes: number, unit: TrafficUnit): string =>
  format({ style: "unit", unit, unitDisplay: "short", maximumSignificantDigits: 4 }).format(
    bytes / units[unit].bytes,
  );

/** "MB" or "GB", in the language's spelling. */
export const unitName = (unit: TrafficUnit): string =>
  format({ style: "unit", unit, unitDisplay: "short" })
    .formatToParts(1)
    .find(({ type }) => type === "unit")?.value ?? unit;

export interface Ended {
  succeeded: number;
  failed: number;
}
/** The share of completed requests that succeeded; null if none completed. */
export const successRate = ({ succeeded, failed }: Ended): number | null =>
  succeeded + failed === 0 ? null : succeeded / (succeeded + failed);

/** Always with one decimal; "–" for null. Never rounds up to 100%. */
export function rateText(rate: number | null): string {
  if (rate === null) return "–";
  const shown = rate < 1 ? Math.min(rate, 0.999) : rate;
  return format({ style: "percent", ...digits(1) }).format(shown);
}

/** A share with one decimal; "<0.1%" for less, "–" if the whole is 0. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return "–";
  const percent = format({ style: "percent", ...digits(1) });
  return part > 0 && part / whole < 0.001
    ? `<${percent.format(0.001)}`
    : percent.format(part / whole);
}

/** A change as "+12.5%"; null if the previous value is 0 or the change is huge. */
export function changeText(now: number, before: number): string | null {
  if (before === 0) return null;
  const change = now / before - 1;
  if (change > 99) return null;
  return format({ style: "percent", signDisplay: "exceptZero", ...digits(1) }).format(change);
}
