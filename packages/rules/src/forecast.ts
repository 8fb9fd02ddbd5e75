/** How long a balance lasts at the present rate, and what switched-on renewals will take. */
import type { Cents } from "./money.ts";
import { autoRenewAheadMs, dayMs } from "./static-ip.ts";
import { splitRenewal } from "./static-renewal.ts";

/** Further ahead nobody can tell. */
export const farthestDays = 3650;
/** What ends, and what is renewed, is looked for so far ahead. */
export const aheadDays = 30;
/** What sparklines show. */
export const shownDays = 14;

/** How a rate is taken from days of use. */
export interface RateBasis {
  /** So many full days before today, less where use began later. */
  fullDays: number;
  /** On fewer days with use there is too little to tell. */
  leastUsedDays: number;
  /** So many days are looked at for when use began, today included. */
  seenDays: number;
}
/** Traffic runs every day: a week says it, and one full day is better than nothing. */
export const trafficBasis: RateBasis = { fullDays: 7, leastUsedDays: 1, seenDays: shownDays };
/** Wallets are spent in lumps: one purchase is no rate, and a week too short. */
export const walletBasis: RateBasis = { fullDays: 30, leastUsedDays: 2, seenDays: 60 };

export interface Forecast {
  perDay: number;
  /** Full days that the rate was taken from; 0 where there is too little to tell. */
  fromDays: number;
  /** Null where nothing is used, or there is too little to tell. */
  daysLeft: number | null;
}

/** What was used (`days`, the oldest first, today last) says how long `left` lasts. */
export function forecastOf(known: {
  left: number;
  days: readonly number[];
  /** How much of today has passed, 0-1: today counts by that. */
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
  const daysLeft = Math.min(farthestDays, Math.max(0, known.left) / perDay);
  return { perDay, fromDays, daysLeft };
}

/** How one says it: in whole `days` between a day and a year. */
export type Lasting =
  | { how: "unused" | "early" | "idle" | "gone" | "hours" | "years" }
  | { how: "days"; days: number };

/** `used`: some was used in the days that were looked at. */
export function lastingOf(told: {
  left: number;
  used: boolean;
  fromDays: number;
  daysLeft: number | null;
}): Lasting {
  const { left, used, fromDays, daysLeft } = told;
  if (daysLeft === null) {
    if (fromDays > 0) return { how: "idle" };
    return { how: used ? "early" : "unused" };
  }
  if (left <= 0) return { how: "gone" };
  if (daysLeft < 1) return { how: "hours" };
  return daysLeft > 365 ? { how: "years" } : { how: "days", days: Math.floor(daysLeft) };
}

/** Each one's share of the largest, 0-1: how high a bar is. */
export function sharesOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  return values.map((value) => (most === 0 ? 0 : Math.max(0, value) / most));
}

/** Days in the rule's own tenth, never more than they are: 12.39 → 12.3. */
export const tenths = (days: number): number => Math.floor(days * 10) / 10;

/** Static IPs of one period that renew themselves and end on the same day. */
export interface Renewing {
  /** Of the period that they are renewed for. */
  days: number;
  /** Days until the end, rounded up. */
  endsInDays: number;
  count: number;
}

/** How often one of them is renewed within `aheadDays`, each time a day before its end. */
export function renewalTimes({ days, endsInDays }: Omit<Renewing, "count">): number {
  const lastEnd = aheadDays + autoRenewAheadMs / dayMs;
  return endsInDays > lastEnd ? 0 : Math.floor((lastEnd - endsInDays) / days) + 1;
}

/**
 * What renewals take from the wallet within `aheadDays`: credits go first (spec/static#auto-renew).
 */
export function renewalsAhead(
  periods: readonly {
    ips: readonly Renewing[];
    credits: number;
    /** Of one; null where the period is not sold any more: then credits alone renew. */
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
