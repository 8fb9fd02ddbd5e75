/** Formats and parses days in the user's language; everywhere else they are YYYY-MM-DD. */
import { locale } from "./format.ts";

type Part = "year" | "month" | "day";
const isPart = (type: string): type is Part =>
  type === "year" || type === "month" || type === "day";

const dateFormat = () =>
  new Intl.DateTimeFormat(locale(), {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });

/** Returns the order of a date's parts in the current language. */
export function partOrder(): Part[] {
  return dateFormat()
    .formatToParts(new Date(0))
    .flatMap(({ type }) => (isPart(type) ? [type] : []));
}

const pad = (number: number, length: number) => String(number).padStart(length, "0");

/** Returns a day if it exists: there is no 30 February. */
export function dayOf(year: number, month: number, day: number): string | null {
  const iso = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== iso ? null : iso;
}

/** Formats a day in the language's digits: "26.11.2026"; empty if there is none. */
export function dayText(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(at.getTime()) ? "" : dateFormat().format(at);
}

/** Parses a typed day in the language's order or as YYYY-MM-DD; null if it is invalid. */
export function parseDay(text: string): string | null {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length !== 3) return null;
  const order: Part[] = /^\s*\d{4}\D/.test(text) ? ["year", "month", "day"] : partOrder();
  const parts = { year: 0, month: 0, day: 0 };
  for (const [at, part] of order.entries()) parts[part] = numbers[at] ?? 0;
  const year = parts.year < 100 ? 2000 + parts.year : parts.year;
  return dayOf(year, parts.month, parts.day);
}

/** Adds a number of days, which may be negative. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the same day of another month, or its last day if that month is shorter. */
export function monthsLater(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${pad(Math.min(date, last), 2)}`;
}

/** Returns the first day of the week in the current language; 0 is Sunday. */
function firstWeekday(): number {
  const intlLocale = new Intl.Locale(locale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (intlLocale.getWeekInfo?.() ?? intlLocale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/** Returns the weeks that a month touches, of seven days each. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  let day = daysLater(first, -((weekday - firstWeekday() + 7) % 7));
  const weeks: string[][] = [];
  const next = monthsLater(first, 1);
  while (day < next) {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, at) => daysLater(start, at)));
    day = daysLater(day, 7);
  }
  return weeks;
}
