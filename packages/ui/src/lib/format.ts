/** Formats numbers, money, traffic and dates in the current language. */
import { moneyFormat } from "@turnpike/locales/money.ts";
import i18next from "i18next";

export const locale = (): string =>
  i18next.language === "zh-tw" ? "zh-TW" : (i18next.language ?? "en");
const formatters = new Map<string, unknown>();

/** Creating a formatter takes longer than formatting a hundred values: each is created once. */
function formatter<Options, Format>(
  Kind: new (locale: string, options: Options) => Format,
  options: Options,
): Format {
  const key = `${Kind.name} ${locale()} ${JSON.stringify(options)}`;
  const found = (formatters.get(key) as Format | undefined) ?? new Kind(locale(), options);
  formatters.set(key, found);
  return found;
}

const numbers = (options: Intl.NumberFormatOptions) => formatter(Intl.NumberFormat, options);

export const formatNumber = (value: number): string => numbers({}).format(value);

/** Formats a percentage; `percent` is 5 for 5 %. */
export const formatPercent = (percent: number, digits = 1): string =>
  numbers({ style: "percent", maximumFractionDigits: digits }).format(percent / 100);

/** Formats integer cents in the installation's currency. */
export const formatCents = (cents: number): string => moneyFormat(locale()).format(cents / 100);

/** Formats a unit price in millionths of the currency, with the decimals it needs (2 to 6). */
export const formatUnitMicros = (micros: number): string =>
  moneyFormat(locale(), { most: 6 }).format(micros / 1_000_000);

const STEPS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Formats bytes in the unit that fits; units are decimal: 1 GB = 1,000,000,000 bytes. */
export function formatBytes(bytes: number): string {
  let step = 0;
  while (step < STEPS.length - 1 && Math.abs(bytes) >= 1000 ** (step + 1)) step += 1;
  const unit = STEPS[step] ?? "byte";
  const unitDisplay = unit === "byte" ? "long" : "short";
  const maximumFractionDigits = step === 0 ? 0 : 2;
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits } as const;
  return numbers(options).format(bytes / 1000 ** step);
}

const RATES = [
  "kilobyte-per-second",
  "megabyte-per-second",
  "gigabyte-per-second",
  "terabyte-per-second",
] as const;

/** Formats bytes per second in the unit that fits, at least kB/s; one decimal, to avoid jumping. */
export function formatRate(bytesPerSecond: number): string {
  let step = 0;
  while (step < RATES.length - 1 && bytesPerSecond >= 1000 ** (step + 2)) step += 1;
  const unit = RATES[step] ?? "kilobyte-per-second";
  const options = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return numbers(options).format(bytesPerSecond / 1000 ** (step + 1));
}

/** Formats Mbps without the unit, which differs by language; only significant digits. */
export function formatMbps(mbps: number): string {
  const maximumFractionDigits = mbps >= 100 ? 0 : mbps >= 10 ? 1 : 2;
  return numbers({ maximumFractionDigits }).format(mbps);
}

/** Formats a duration in ms if below a second, else in seconds; only significant digits. */
export function formatMs(ms: number): string {
  const unit = ms < 1000 ? "millisecond" : "second";
  const maximumFractionDigits = ms < 1000 || ms >= 100_000 ? 0 : ms < 10_000 ? 2 : 1;
  const options = { style: "unit", unit, unitDisplay: "short", maximumFractionDigits } as const;
  return numbers(options).format(ms < 1000 ? ms : ms / 1000);
}

/** Returns a country's name by its two-letter code, in the current language; else the code. */
export function formatCountry(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  const names = formatter(Intl.DisplayNames, { type: "region" } as const);
  return names.of(code.toUpperCase()) ?? code;
}

/** Formats bytes in GB, at most 3 decimals: for balances and allotments. */
export const formatGb = (bytes: number): string =>
  numbers({
    style: "unit",
    unit: "gigabyte",
    unitDisplay: "short",
    maximumFractionDigits: 3,
  }).format(bytes / 1e9);

/** Formats bytes in MB (spec/dashboard#figures: the usage table). */
export const formatMb = (bytes: number): string =>
  numbers({
    style: "unit",
    unit: "megabyte",
    unitDisplay: "short",
    maximumFractionDigits: 2,
  }).format(bytes / 1e6);

const instant = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  formatter(Intl.DateTimeFormat, options).format(new Date(iso));

/** Formats the date of an instant in the user's time zone. */
export const formatDate = (iso: string): string => instant(iso, { dateStyle: "medium" });

/** Formats the date and time of an instant to the minute, in the user's time zone. */
export const formatDateTime = (iso: string): string =>
  instant(iso, { dateStyle: "medium", timeStyle: "short" });

/** Times with seconds use the 24-hour clock in every language, like other programs' logs. */
const SECONDS = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

/** Formats the time of an instant with seconds, in the user's time zone. */
export const formatTime = (iso: string): string => instant(iso, SECONDS);

/** Formats the time of an instant to the minute in 24-hour format, for the axis of a plot. */
export const formatClock = (iso: string): string =>
  instant(iso, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Formats the date of an instant without the year. */
export const formatDay = (iso: string): string => instant(iso, { day: "numeric", month: "short" });

/** Formats the date without year and the time with seconds of an instant. */
export const formatMoment = (iso: string): string =>
  instant(iso, { day: "numeric", month: "short", ...SECONDS });

/** Formats an instant completely: date, milliseconds, time zone. */
export const formatExactMoment = (iso: string): string =>
  instant(iso, {
    year: "numeric",
    month: "short",
    day: "numeric",
    ...SECONDS,
    fractionalSecondDigits: 3,
    timeZoneName: "short",
  });

/**
 * Formats a day of the statistics (`YYYY-MM-DD` or an instant), in UTC like the statistics
 * (spec/traffic-plan#statistics).
 */
export const formatUtcDay = (day: string): string =>
  instant(day, { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a month of the statistics, `YYYY-MM`, in UTC. */
export const formatMonth = (month: string): string =>
  instant(`${month}-01T00:00:00Z`, { month: "short", year: "numeric", timeZone: "UTC" });

/** Returns the name of the weekday of a day, `YYYY-MM-DD`. */
export const formatWeekday = (day: string, weekday: "narrow" | "long"): string =>
  instant(`${day}T00:00:00Z`, { weekday, timeZone: "UTC" });

/** Formats a day, `YYYY-MM-DD`, in full: "Thursday, November 26, 2026". */
export const formatWholeDay = (day: string): string =>
  instant(`${day}T00:00:00Z`, { dateStyle: "full", timeZone: "UTC" });

const AGO: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Formats how long before `nowMs` an instant was, in its largest unit: "5 minutes ago". */
export function formatAgo(iso: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(iso)) / 1000);
  const [unit, inSeconds] = AGO.find(([, least]) => seconds >= least) ?? ["second", 1];
  const count = unit === "second" ? 0 : Math.floor(seconds / inSeconds);
  return formatter(Intl.RelativeTimeFormat, { numeric: "auto" } as const).format(-count, unit);
}

/** Formats whole seconds: "42 seconds". */
export const formatSeconds = (seconds: number): string =>
  numbers({ style: "unit", unit: "second", unitDisplay: "long" }).format(seconds);

/** Formats minutes: "8 hours", "1 day, 30 minutes". */
export function formatMinutes(minutes: number): string {
  const parts = [
    ["day", Math.floor(minutes / 1440)],
    ["hour", Math.floor((minutes % 1440) / 60)],
    ["minute", minutes % 60],
  ] as const;
  const formatted = parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => numbers({ style: "unit", unit, unitDisplay: "long" }).format(count));
  return formatter(Intl.ListFormat, { type: "unit" } as const).format(formatted);
}
