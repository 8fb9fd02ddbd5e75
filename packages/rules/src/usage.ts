/**
 * Arithmetic of the usage report: spans in UTC steps, the tables to query, and percentiles of
 * connect times from a histogram (spec/traffic-plan#usage).
 */
import { dayMs, hourMs } from "./statistics.ts";

export const grains = ["hour", "day", "month"] as const;
export type Grain = (typeof grains)[number];
export const dimensions = [
  "account",
  "pool",
  "country",
  "city",
  "domain",
  "product",
  "outcome",
] as const;
export type Dimension = (typeof dimensions)[number];
/** The parts of a report that can be had as files. */
export const usageParts = ["series", "totals", "top", "reasons"] as const;
export type UsagePart = (typeof usageParts)[number];
export const usageProducts = ["traffic", "ip", "static", "short", "port", "bandwidth"] as const;
export type UsageProduct = (typeof usageProducts)[number];

/** The sum of all keys that are not kept separately; no real name has parentheses. */
export const otherKey = "(other)";
/** Values that were not recorded, for example for traffic before the report existed. */
export const unknownKey = "(unknown)";
/** In place of a sub-account's name, for products that are used without one. */
export const productKey = (product: string) => `(${product})`;

/** Maximum number of days in a span. */
export const maxUsageDays = 400;
/** Maximum number of days in an hourly span if `by` is given. */
export const maxKeyedHourDays = 93;
/** Maximum number of keys with a series of their own; all others share one. */
export const maxSeriesKeys = 10;
/** How long usage by place, domain and outcome is kept: two spans and a month. */
export const usageRetentionMs = (2 * maxUsageDays + 30) * dayMs;

/** Upper bounds of the connect time histogram in milliseconds; a last bucket has no bound. */
export const connectBoundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
export const connectBuckets = connectBoundsMs.length + 1;

/** Returns the bucket of a connect time. */
export function connectBucket(ms: number): number {
  let at = 0;
  while (at < connectBoundsMs.length && ms > (connectBoundsMs[at] ?? 0)) at += 1;
  return at;
}

/**
 * Returns the connect time in whole milliseconds that a fraction (0 to 1) of connects stayed below,
 * from the counts by bucket, interpolated linearly within a bucket. Null without connects; times
 * above the last bound count as that bound.
 */
export function connectPercentile(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let left = total * part;
  for (const [at, count] of counts.entries()) {
    const lower = at === 0 ? 0 : (connectBoundsMs[at - 1] ?? 0);
    const upper = connectBoundsMs[at];
    if (upper === undefined) return lower;
    if (count > 0 && left <= count) return Math.ceil(lower + ((upper - lower) * left) / count);
    left -= count;
  }
  return connectBoundsMs.at(-1) ?? null;
}

/** Whole steps: `from` inclusive, `to` exclusive; milliseconds since 1970. */
export interface UsageSpan {
  from: number;
  to: number;
}

/** Returns the start of the step that contains an instant. */
export function stepStart(at: number, grain: Grain): number {
  if (grain === "hour") return Math.floor(at / hourMs) * hourMs;
  if (grain === "day") return Math.floor(at / dayMs) * dayMs;
  const when = new Date(at);
  return Date.UTC(when.getUTCFullYear(), when.getUTCMonth());
}

/** Returns the start of the next step. */
export function stepAfter(start: number, grain: Grain): number {
  if (grain === "hour") return start + hourMs;
  if (grain === "day") return start + dayMs;
  const when = new Date(start);
  return Date.UTC(when.getUTCFullYear(), when.getUTCMonth() + 1);
}

/** Returns the start of every step in a span, oldest first; months may extend beyond the span. */
export function usageSteps({ from, to }: UsageSpan, grain: Grain): number[] {
  const starts: number[] = [];
  for (let at = stepStart(from, grain); at < to; at = stepAfter(at, grain)) starts.push(at);
  return starts;
}

export type SpanVerdict =
  | { span: UsageSpan; previous: UsageSpan }
  | { refused: "from" | "to" | "grain" };

/**
 * Returns the hours or days that contain `from` and `to`, both inclusive, and as many before them;
 * for months also days, so that totals do not depend on the grain. `to` defaults to now, `from` to
 * 30 days before. Refuses `from` if it is after `to` or more than 400 days before it, `to` if its
 * year has five digits, `grain` if there would be too many hours.
 */
export function usageSpan(request: {
  now: number;
  from: number | null;
  to: number | null;
  grain: Grain;
  keyed: boolean;
}): SpanVerdict {
  const { grain, keyed } = request;
  const to = request.to ?? request.now;
  const from = request.from ?? stepStart(to, "day") - 29 * dayMs;
  if (to > Date.UTC(9_999, 0) || to < 0) return { refused: "to" };
  if (from > to || from < 0 || to - from > maxUsageDays * dayMs) return { refused: "from" };
  if (keyed && grain === "hour" && to - from > maxKeyedHourDays * dayMs)
    return { refused: "grain" };
  const edge = grain === "hour" ? "hour" : "day";
  const span = { from: stepStart(from, edge), to: stepAfter(stepStart(to, edge), edge) };
  return { span, previous: { from: 2 * span.from - span.to, to: span.from } };
}

/** A part of a span that one table can answer: whole hours, days or months. */
export interface SpanPiece extends UsageSpan {
  level: Grain;
}

/** Splits a span of whole hours into as few pieces as possible: months and what surrounds them. */
export function spanPieces(span: UsageSpan): SpanPiece[] {
  const pieces: SpanPiece[] = [];
  const inner = (outer: UsageSpan, level: Grain, within: Grain | null): void => {
    const start = stepStart(outer.from, level);
    const from = start === outer.from ? start : stepAfter(start, level);
    const to = stepStart(outer.to, level);
    if (from >= to) return finer(outer, within);
    finer({ from: outer.from, to: from }, within);
    pieces.push({ level, from, to });
    finer({ from: to, to: outer.to }, within);
  };
  const finer = (outer: UsageSpan, level: Grain | null): void => {
    if (outer.from >= outer.to || level === null) return;
    inner(outer, level, level === "day" ? "hour" : null);
  };
  inner(span, "month", "day");
  return pieces;
}
