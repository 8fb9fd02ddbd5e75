/** Rates and country rules that the operator can set (spec/money#rates); specified values first. */
import { isCountry } from "./unlimited-region.ts";

export interface Rates {
  affiliateOrderPercent: number;
  affiliateRenewalPercent: number;
  /** Profit from payments that can be charged back is frozen this long. */
  freezeDays: number;
  /** The smallest withdrawal in crypto. */
  withdrawMinCents: number;
  /** Covers network fees and our work; deducted from a withdrawal in crypto. */
  withdrawFeePercent: number;
  withdrawFeeMinCents: number;
  /** Addresses registered there cannot be whitelisted. */
  whitelistRefusedCountries: readonly string[];
  /** Nobody signs up from there. */
  signUpRefusedCountries: readonly string[];
}
export type RateName = keyof Rates;

export const specifiedRates: Rates = {
  affiliateOrderPercent: 10,
  affiliateRenewalPercent: 5,
  freezeDays: 30,
  withdrawMinCents: 3_000,
  withdrawFeePercent: 2,
  withdrawFeeMinCents: 100,
  whitelistRefusedCountries: ["CN"],
  signUpRefusedCountries: [],
};
export const rateNames = Object.keys(specifiedRates) as RateName[];

/** The largest value of each number; the smallest is 0. */
export const largestRates = {
  affiliateOrderPercent: 100,
  affiliateRenewalPercent: 100,
  freezeDays: 365,
  withdrawMinCents: 10_000_000,
  withdrawFeePercent: 100,
  withdrawFeeMinCents: 1_000_000,
} as const satisfies Partial<Rates>;
export const mostCountries = 250;

export type ReadRate = { change: Partial<Rates> } | { fault: string };

/** Reads the value of a rate as it is typed: a whole number, or countries such as `CN, RU`. */
export function readRate(name: string, text: string): ReadRate {
  const known = rateNames.find((one) => one === name);
  if (known === undefined) return { fault: `is no rate; rates are ${rateNames.join(", ")}` };
  if (!(known in largestRates)) return readCountries(known, text);
  const most = largestRates[known as keyof typeof largestRates];
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (!(value <= most)) return { fault: `is not a whole number from 0 to ${most}` };
  return { change: { [known]: value } };
}

function readCountries(name: RateName, text: string): ReadRate {
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const bad = codes.find((code) => !isCountry(code));
  if (bad !== undefined) return { fault: `${bad} is not the two letters of a country` };
  if (codes.length > mostCountries) return { fault: "has more countries than there are" };
  return { change: { [name]: [...new Set(codes)].toSorted() } };
}
