/** Computes what taking static IPs costs, for the form to show beforehand. */
import { decideTake } from "@turnpike/rules/static-take.ts";
import { type PriceTier, tierOf } from "@turnpike/rules/pricing.ts";
import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
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

/** The prices of credits by number of days; undefined while loading. */
export type Prices = readonly { days: number; tiers: PriceTier[] }[] | undefined;

/** The unit price of IPs bought for a period; undefined while prices are loading. */
export function unitMicrosOf(prices: Prices, days: number, bought: number): number | undefined {
  const tiers = prices?.find((price) => price.days === days)?.tiers;
  return tiers && tierOf(Math.max(1, bought), tiers)?.unitMicros;
}

/** "3 × $5.00", or the number alone while prices are loading. */
export const priceText = (count: number, unitMicros: number | undefined): string =>
  unitMicros === undefined
    ? formatNumber(count)
    : `${formatNumber(count)} × ${formatUnitMicros(unitMicros)}`;
