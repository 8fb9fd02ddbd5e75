/** How long a balance lasts at the current rate, and what automatic renewals will cost. */
import type { Cents } from "./money.ts";
import { autoRenewAheadMs, dayMs } from "./static-ip.ts";
import { splitRenewal } from "./static-renewal.ts";

/** Forecasts beyond this are meaningless. */
export const maxForecastDays = 3650;
/** How far ahead expiries and renewals are considered. */
export const aheadDays = 30;
/** Days shown in sparklines. */
export const shownDays = 14;

/** How a rate is computed from daily use. */
export interface RateBasis {
  /** Full days before today to average, fewer if use began later. */
  fullDays: number;
  /** With use on fewer days, there is too little data. */
  leastUsedDays: number;
  /** Days to search for the beginning of use, including today. */
  seenDays: number;
}
/** Traffic is used daily: a week is enough, and even one full day is better than nothing. */
export const trafficBasis: RateBasis = { fullDays: 7, leastUsedDays: 1, seenDays: shownDays };
/** Wallets are spent in lumps: one purchase gives no rate, and a week is too short. */
export const walletBasis: RateBasis = { fullDays: 30, leastUsedDays: 2, seenDays: 60 };

export interface Forecast {
  perDay: number;
  /** Number of full days that the rate is based on; 0 if there is too little data. */
  fromDays: number;
  /** Null if nothing is used, or there is too little data. */
  daysLeft: number | null;
}

/** Forecasts how long `left` lasts from daily use: `days`, oldest first, today last. */
export function forecastOf(known: {
  left: number;
  days: readonly number[];
  /** The elapsed fraction of today, 0-1, by which today is weighted. */
  todayShare: number;
  basis: RateBasis;
}): Forecast {
  const days = known.days.map((used) => Math.max(0, used));
  const today = days.at(-1) ?? 0;
  const before = days.slice(0, -1);
  const first = before.findIndex((used) => used > 0);
  const usedDays = days.filter((used) => used > 0).length;
  if (first < 0 || usedDays < known.basis.leastUsedDays) {
    return { perDay: 0, fromDays: 0, daysLeft: null };
  }
  const fromDays = Math.min(known.basis.fullDays, before.length - first);
  const used = before.slice(-fromDays).reduce((sum, one) => sum + one, today);
  const perDay = used / (fromDays + Math.min(1, Math.max(0, known.todayShare)));
  if (perDay === 0) return { perDay: 0, fromDays, daysLeft: null };
  const daysLeft = Math.min(maxForecastDays, Math.max(0, known.left) / perDay);
  return { perDay, fromDays, daysLeft };
}

/** How to phrase a duration: in whole `days` between a day and a year. */
export type DurationPhrase =
  | { how: "unused" | "early" | "idle" | "gone" | "hours" | "years" }
  | { how: "days"; days: number };

/** `used`: whether anything was used in the days considered. */
export function durationPhrase(balance: {
  left: number;
  used: boolean;
  fromDays: number;
  daysLeft: number | null;
}): DurationPhrase {
  const { left, used, fromDays, daysLeft } = balance;
  if (daysLeft === null) {
    if (fromDays > 0) return { how: "idle" };
    return { how: used ? "early" : "unused" };
  }
  if (left <= 0) return { how: "gone" };
  if (daysLeft < 1) return { how: "hours" };
  return daysLeft > 365 ? { how: "years" } : { how: "days", days: Math.floor(daysLeft) };
}

/** Returns each value as a fraction of the largest, 0-1: the heights of bars. */
export function sharesOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  return values.map((value) => (most === 0 ? 0 : Math.max(0, value) / most));
}

/** Rounds days down to a tenth: 12.39 → 12.3. */
export const tenths = (days: number): number => Math.floor(days * 10) / 10;

/** Static IPs of one period with auto-renew that expire on the same day. */
export interface Renewing {
  /** The period that they are renewed for. */
  days: number;
  /** Days until expiry, rounded up. */
  endsInDays: number;
  count: number;
}

/** Returns how often one of them is renewed within `aheadDays`, each time a day before expiry. */
export function renewalTimes({ days, endsInDays }: Omit<Renewing, "count">): number {
  const lastEnd = aheadDays + autoRenewAheadMs / dayMs;
  return endsInDays > lastEnd ? 0 : Math.floor((lastEnd - endsInDays) / days) + 1;
}

/**
 * What renewals take from the wallet within `aheadDays`, after credits (spec/static#auto-renew).
 */
export function renewalsAhead(
  periods: readonly {
    ips: readonly Renewing[];
    credits: number;
    /** Price per IP; null if the period is no longer sold: then only credits renew. */
    priceCents: Cents | null;
  }[],
): { count: number; walletCents: Cents } {
  let [count, walletCents] = [0, 0];
  for (const { ips, credits, priceCents } of periods) {
    const times = ips.reduce((sum, one) => sum + one.count * renewalTimes(one), 0);
    const { creditsUsed, bought } = splitRenewal(times, credits);
    count += priceCents === null ? creditsUsed : times;
    walletCents += bought * (priceCents ?? 0);
  }
  return { count, walletCents };
}
