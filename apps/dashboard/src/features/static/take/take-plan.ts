/** What taking static IPs comes to, as the form shows it before anything is done. */
import { decideTake } from "@turnpike/rules/static-take.ts";
import type { CallResult } from "../../../lib/call.ts";
import { type Term, termDays } from "../term.ts";

export type Stock = CallResult<"staticList">["items"][number];
/** What the dialog opens with. */
export interface TakeStart {
  country?: string;
  /** A city's token. */
  city?: string;
  days?: number;
}
/** Empty: no country has been chosen; any city of it will do. */
export interface Place {
  country: string;
  city: string;
}

/** So many one call takes at most (spec/static#taking, `mostTaken`). */
export const TAKE_MOST = 10_000;

/** What is free by country. */
export function countriesOf(stock: readonly Stock[]): { country: string; available: number }[] {
  const sums = new Map<string, number>();
  for (const { country, available } of stock) {
    sums.set(country, (sums.get(country) ?? 0) + available);
  }
  return [...sums].map(([country, available]) => ({ country, available }));
}

/** What is free in the cities of a country; cities of one token count as one, as they are taken. */
export function citiesOf(stock: readonly Stock[], country: string): Omit<Stock, "country">[] {
  const cities = new Map<string, Stock>();
  for (const one of stock.filter((each) => each.country === country)) {
    const available = one.available + (cities.get(one.city)?.available ?? 0);
    cities.set(one.city, { ...one, available });
  }
  return [...cities.values()];
}

/** How many are free at a place. */
export function freeAt(stock: readonly Stock[], { country, city }: Place): number {
  return stock
    .filter((one) => one.country === country && (city === "" || one.city === city))
    .reduce((sum, { available }) => sum + available, 0);
}

/** Missing: nothing is typed. Outside: no whole number that one call takes. Stock: above it. */
export type NumberFault = "missing" | "outside" | "stock";

/** Reads how many are wanted; `free` undefined: not known. */
export function readNumber(
  typed: number | string,
  free: number | undefined,
): { num: number; why: null | "stock" } | { num: null; why: "missing" | "outside" } {
  const text = String(typed).trim();
  const num = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(num)) return { num: null, why: "missing" };
  if (!Number.isInteger(num) || num < 1 || num > TAKE_MOST) return { num: null, why: "outside" };
  return { num, why: free !== undefined && num > free ? "stock" : null };
}

/** Credits pay first; what they do not cover is bought (spec/static#taking). */
export function paymentOf(num: number, credits: number): { used: number; bought: number } {
  const paid = decideTake({ num, credits, payByWallet: true });
  return paid.take ? { used: paid.credits, bought: paid.bought } : { used: 0, bought: num };
}

/** Credits by days, whichever the term. */
export type Credits = Readonly<Record<number, number>>;

/** The period that the dialog opens with: the link's, else the longest with credits, else the middle. */
export function firstDays(term: Term, credits: Credits, wanted: number | undefined): number {
  const offered: readonly number[] = termDays[term];
  if (wanted !== undefined && offered.includes(wanted)) return wanted;
  return offered.toReversed().find((days) => (credits[days] ?? 0) > 0) ?? offered[1] ?? 7;
}

/** The place that the dialog opens with, as far as it is in stock; one country alone is chosen. */
export function firstPlace(stock: readonly Stock[], start: TakeStart): Place {
  const countries = countriesOf(stock);
  const wanted = start.country?.toUpperCase();
  const only = countries.length === 1 ? countries[0]?.country : undefined;
  const country = countries.find((one) => one.country === wanted)?.country ?? only ?? "";
  const city = citiesOf(stock, country).find((one) => one.city === start.city)?.city ?? "";
  return { country, city };
}
