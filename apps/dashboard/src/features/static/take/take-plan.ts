/** Computes what taking static IPs costs, for the form to show beforehand. */
import { decideTake } from "@turnpike/rules/static-take.ts";
import type { CallResult } from "../../../lib/call.ts";
import { type Term, termDays } from "../term.ts";

export type Stock = CallResult<"staticList">["items"][number];
/** The dialog's initial values. */
export interface TakeStart {
  country?: string;
  /** A city's token. */
  city?: string;
  days?: number;
}
/** An empty country means none has been chosen; an empty city means any. */
export interface Place {
  country: string;
  city: string;
}

/** The maximum number of IPs in one call (spec/static#taking, `maxStaticsTaken`). */
export const MAX_TAKE = 10_000;

/** The number of free IPs by country. */
export function countriesOf(stock: readonly Stock[]): { country: string; available: number }[] {
  const sums = new Map<string, number>();
  for (const { country, available } of stock) {
    sums.set(country, (sums.get(country) ?? 0) + available);
  }
  return [...sums].map(([country, available]) => ({ country, available }));
}

/** The free IPs of a country's cities; cities with the same token are combined. */
export function citiesOf(stock: readonly Stock[], country: string): Omit<Stock, "country">[] {
  const cities = new Map<string, Stock>();
  for (const one of stock.filter((each) => each.country === country)) {
    const available = one.available + (cities.get(one.city)?.available ?? 0);
    cities.set(one.city, { ...one, available });
  }
  return [...cities.values()];
}

/** The number of free IPs at a place. */
export function freeAt(stock: readonly Stock[], { country, city }: Place): number {
  return stock
    .filter((one) => one.country === country && (city === "" || one.city === city))
    .reduce((sum, { available }) => sum + available, 0);
}

/** Missing: nothing typed. Outside: not an integer that a call accepts. Stock: more than free. */
export type NumberError = "missing" | "outside" | "stock";

/** Parses the number of IPs; `free` is undefined if unknown. */
export function readNumber(
  typed: number | string,
  free: number | undefined,
): { num: number; why: null | "stock" } | { num: null; why: "missing" | "outside" } {
  const text = String(typed).trim();
  const num = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(num)) return { num: null, why: "missing" };
  if (!Number.isInteger(num) || num < 1 || num > MAX_TAKE) return { num: null, why: "outside" };
  return { num, why: free !== undefined && num > free ? "stock" : null };
}

/** Credits pay first; the rest is bought (spec/static#taking). */
export function paymentOf(num: number, credits: number): { used: number; bought: number } {
  const paid = decideTake({ num, credits, payByWallet: true });
  return paid.take ? { used: paid.credits, bought: paid.bought } : { used: 0, bought: num };
}

/** Credits by number of days, for either term. */
export type Credits = Readonly<Record<number, number>>;

/** The dialog's initial period: the link's, else the longest with credits, else the middle one. */
export function firstDays(term: Term, credits: Credits, wanted: number | undefined): number {
  const offered: readonly number[] = termDays[term];
  if (wanted !== undefined && offered.includes(wanted)) return wanted;
  return offered.toReversed().find((days) => (credits[days] ?? 0) > 0) ?? offered[1] ?? 7;
}

/** The dialog's initial place, as far as it is in stock; a single country is preselected. */
export function firstPlace(stock: readonly Stock[], start: TakeStart): Place {
  const countries = countriesOf(stock);
  const wanted = start.country?.toUpperCase();
  const only = countries.length === 1 ? countries[0]?.country : undefined;
  const country = countries.find((one) => one.country === wanted)?.country ?? only ?? "";
  const city = citiesOf(stock, country).find((one) => one.city === start.city)?.city ?? "";
  return { country, city };
}
