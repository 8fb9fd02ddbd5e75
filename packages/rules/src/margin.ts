/**
 * Costs of exits, and the margin on sales (spec/console#margin). Days are numbered in UTC from
 * 1970-01-01; costs are exact until they are rounded once, to a millionth of the currency.
 */
import { divideHalfUp, type Micros, MICROS_PER_CENT, safeInteger } from "./money.ts";

/** What a price applies to; the first scope with a price for a day wins. */
export const costScopes = ["exit", "upstream", "provenance"] as const;
export type CostScope = (typeof costScopes)[number];

export interface CostRate {
  scope: CostScope;
  /** The exit's address, the upstream's host, or the provenance. */
  name: string;
  /** The first day on which it applies. */
  from: number;
  perGbMicros: Micros;
  perIpMonthMicros: Micros;
}

export interface CostedExit {
  ip: string;
  /** Empty for local exits. */
  upstream: string;
  provenance: string;
  country: string;
  /** The product to charge if nobody used it. */
  product: string;
  /** The days on which the exit was ours: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
}

export interface UsedDay {
  ip: string;
  product: string;
  day: number;
  bytes: number;
}

export interface CostLine {
  ip: string;
  country: string;
  product: string;
  bytes: number;
  /** Null if no price applies on any of its days. */
  costMicros: Micros | null;
}

const BYTES_PER_GB = 1_000_000_000n;
/** A common multiple of the possible lengths of months: 28, 29, 30 and 31 days. */
const MONTHS = 377_580n;
const DAY_MS = 86_400_000;

const monthDays = (day: number): number => {
  const at = new Date(day * DAY_MS);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
};

/** Returns the rates of an exit, the most specific scope first, the newest first within a scope. */
function ratesOf(exit: CostedExit, byName: Map<string, CostRate[]>): CostRate[][] {
  const names = { exit: exit.ip, upstream: exit.upstream, provenance: exit.provenance };
  return costScopes.flatMap((scope) => {
    const list = byName.get(`${scope} ${names[scope]}`);
    return list ? [list] : [];
  });
}

/** Returns the rate for a day; undefined if there is none. */
function rateOn(lists: CostRate[][], day: number): CostRate | undefined {
  for (const list of lists) {
    const rate = list.find(({ from }) => from <= day);
    if (rate) return rate;
  }
  return undefined;
}

function ratesByName(rates: readonly CostRate[]): Map<string, CostRate[]> {
  const newestFirst = rates.toSorted((a, b) => b.from - a.from);
  return Map.groupBy(
    newestFirst.filter(({ name }) => name !== ""),
    ({ scope, name }) => `${scope} ${name}`,
  );
}

/** Returns the fixed cost of an address, in micros times MONTHS. */
function standingCost(exit: CostedExit, lists: CostRate[][], span: { from: number; to: number }) {
  let sum = 0n;
  let priced = false;
  const end = Math.min(exit.to, span.to);
  for (let day = Math.max(exit.from, span.from); day < end; day += 1) {
    const rate = rateOn(lists, day);
    if (!rate) continue;
    priced = true;
    if (rate.perIpMonthMicros > 0)
      sum += (BigInt(rate.perIpMonthMicros) * MONTHS) / BigInt(monthDays(day));
  }
  return { sum, priced };
}

/** Returns one address's costs by product. */
function linesOf(
  exit: CostedExit,
  used: readonly UsedDay[],
  lists: CostRate[][],
  span: { from: number; to: number },
): CostLine[] {
  const standing = standingCost(exit, lists, span);
  const products = Map.groupBy(used, ({ product }) => product || exit.product);
  if (products.size === 0) products.set(exit.product, []);
  const lines = [...products].map(([product, days]) => {
    let bytes = 0;
    let carried = 0n;
    let priced = standing.priced;
    for (const one of days) {
      const rate = rateOn(lists, one.day);
      priced ||= rate !== undefined;
      bytes += one.bytes;
      carried += BigInt(one.bytes) * BigInt(rate?.perGbMicros ?? 0);
    }
    return { product, bytes, carried, priced };
  });
  const all = lines.reduce((sum, { bytes }) => sum + BigInt(bytes), 0n);
  return lines.map(({ product, bytes, carried, priced }, at) => {
    // By bytes; if the address carried none, the first product gets the whole cost.
    const [part, whole] = all > 0n ? [BigInt(bytes), all] : [at === 0 ? 1n : 0n, 1n];
    const divisor = MONTHS * BYTES_PER_GB * whole;
    const dividend = standing.sum * part * BYTES_PER_GB + carried * MONTHS * whole;
    const costMicros = priced ? safeInteger(divideHalfUp(dividend, divisor)) : null;
    return { ip: exit.ip, country: exit.country, product, bytes, costMicros };
  });
}

/**
 * Returns what each address cost within a span, by the product that used it: the price per GB for
 * its traffic, and the monthly price for its days, divided among its products by bytes. `exits`
 * must not contain an address twice.
 */
export function exitCosts(
  exits: readonly CostedExit[],
  used: readonly UsedDay[],
  rates: readonly CostRate[],
  span: { from: number; to: number },
): CostLine[] {
  const byName = ratesByName(rates);
  const byIp = Map.groupBy(used, ({ ip }) => ip);
  const known = new Set(exits.map(({ ip }) => ip));
  const lines = exits.flatMap((exit) =>
    linesOf(exit, byIp.get(exit.ip) ?? [], ratesOf(exit, byName), span),
  );
  // For an exit that is no longer listed, only its traffic is known.
  const gone = [...byIp].flatMap(([ip, days]) => {
    if (known.has(ip)) return [];
    const exit = { ip, upstream: "", provenance: "", country: "", product: "", from: 0, to: 0 };
    return linesOf(exit, days, ratesOf(exit, byName), span);
  });
  return [...lines, ...gone];
}

/**
 * Divides an amount by weights so that the parts add up to it: rounds down, then gives one each to
 * the largest remainders. All parts are 0 if no weight is above zero.
 */
export function apportion(amount: number, weights: readonly bigint[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  if (all <= 0n) return weights.map(() => 0);
  const size = BigInt(Math.abs(safeInteger(amount)));
  const parts = weights.map((weight, at) => {
    const product = size * weight;
    return { at, part: product / all, rest: product % all };
  });
  let left = Number(size - parts.reduce((sum, { part }) => sum + part, 0n));
  for (const one of parts.toSorted((a, b) =>
    a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1,
  )) {
    if (left === 0) break;
    one.part += 1n;
    left -= 1;
  }
  const sign = amount < 0 ? -1 : 1;
  return parts.map(({ part }) => (part === 0n ? 0 : sign * safeInteger(part)));
}

/** Converts micros to cents that add up to the rounded total. */
export function centsOf(micros: readonly Micros[]): { total: number; parts: number[] } {
  const weights = micros.map((one) => BigInt(safeInteger(one)));
  const sum = weights.reduce((all, one) => all + one, 0n);
  const total = safeInteger(divideHalfUp(sum, MICROS_PER_CENT));
  return { total, parts: apportion(total, weights) };
}
