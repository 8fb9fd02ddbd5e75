/**
 * The arithmetic of the usage report: spans in UTC steps, the tables that answer them, and connect
 * times out of a histogram (spec/traffic-plan#usage).
 */
import { dayMs, hourMs } from "./statistics.ts";

export const grains = ["hour", "day", "month"] as const;
export type Grain = (typeof grains)[number];
export const dimensions = ["account", "country", "city", "domain", "product", "outcome"] as const;
export type Dimension = (typeof dimensions)[number];
export const usageProducts = ["traffic", "ip", "static", "short", "port", "bandwidth"] as const;
export type UsageProduct = (typeof usageProducts)[number];

/** What was not kept apart, so that it is counted together; no name has brackets. */
export const otherKey = "(other)";
/** What was not recorded, as for traffic before the report existed. */
export const unknownKey = "(unknown)";
/** In the place of a sub-account's name: a product that is used without one. */
export const productKey = (product: string) => `(${product})`;

/** A span has so many days at most. */
export const maxUsageDays = 400;
/** With `by`, a span by the hour has so many days at most. */
export const maxKeyedHourDays = 93;
/** So many keys have a series of their own; the others are one. */
export const maxSeriesKeys = 10;
/** Usage by place, domain and outcome is kept so long: two spans and a month. */
export const usageKeptMs = (2 * maxUsageDays + 30) * dayMs;

/** Upper bounds of the histogram of connect times, milliseconds; one more bucket is above them. */
export const connectBoundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
export const connectBuckets = connectBoundsMs.length + 1;

/** The bucket of a connect time. */
export function connectBucket(ms: number): number {
  let at = 0;
  while (at < connectBoundsMs.length && ms > (connectBoundsMs[at] ?? 0)) at += 1;
  return at;
}

/**
 * The time, in whole milliseconds, below which a part (0 to 1) of the connects stayed, from their
 * counts by bucket: within a bucket they are taken as spread evenly. Null without connects; times
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

/** Whole steps: `from` included, `to` not; milliseconds since 1970. */
export interface UsageSpan {
  from: number;
  to: number;
}

/** The start of the step that an instant lies in. */
export function stepStart(at: number, grain: Grain): number {
  if (grain === "hour") return Math.floor(at / hourMs) * hourMs;
  if (grain === "day") return Math.floor(at / dayMs) * dayMs;
  const when = new Date(at);
  return Date.UTC(when.getUTCFullYear(), when.getUTCMonth());
}

/** The start of the step after the one that starts at `start`. */
export function stepAfter(start: number, grain: Grain): number {
  if (grain === "hour") return start + hourMs;
  if (grain === "day") return start + dayMs;
  const when = new Date(start);
  return Date.UTC(when.getUTCFullYear(), when.getUTCMonth() + 1);
}

/** Every step's start in a span, oldest first; the first and the last month may begin or go on outside it. */
export function usageSteps({ from, to }: UsageSpan, grain: Grain): number[] {
  const starts: number[] = [];
  for (let at = stepStart(from, grain); at < to; at = stepAfter(at, grain)) starts.push(at);
  return starts;
}

export type SpanVerdict =
  | { span: UsageSpan; previous: UsageSpan }
  | { refused: "from" | "to" | "grain" };

/**
 * The hours or days that `from` and `to` fall in, both included, and as many before them; by the month
 * they are days too, so that sums do not depend on it. Without `to` it is now, without `from` 30 days
 * are shown. Refused: `from` where it is after `to` or more than 400
 * days before it, `to` where its year has five digits, `grain` where there would be too many hours.
 */
export function usageSpan(asked: {
  now: number;
  from: number | null;
  to: number | null;
  grain: Grain;
  keyed: boolean;
}): SpanVerdict {
  const { grain, keyed } = asked;
  const to = asked.to ?? asked.now;
  const from = asked.from ?? stepStart(to, "day") - 29 * dayMs;
  if (to > Date.UTC(9_999, 0) || to < 0) return { refused: "to" };
  if (from > to || from < 0 || to - from > maxUsageDays * dayMs) return { refused: "from" };
  if (keyed && grain === "hour" && to - from > maxKeyedHourDays * dayMs)
    return { refused: "grain" };
  const edge = grain === "hour" ? "hour" : "day";
  const span = { from: stepStart(from, edge), to: stepAfter(stepStart(to, edge), edge) };
  return { span, previous: { from: 2 * span.from - span.to, to: span.from } };
}

/** A part of a span that one table answers: that of whole hours, days or months. */
export interface SpanPiece extends UsageSpan {
  level: Grain;
}

/** Splits a span of whole hours into as few pieces as there can be: months, and what is around them. */
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
