/** The arithmetic of TimePlot: points by time, in columns as uPlot takes them. */
import { ticksTo } from "./chart-shape.ts";

/** `at` in milliseconds since 1970, oldest first, then one column of amounts for each series. */
export type Columns = readonly Float64Array[];

export const timesOf = (columns: Columns): Float64Array => columns[0] ?? new Float64Array();

/** The index of the point nearest to an instant; -1 without points. */
export function nearestIndex(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  if (low > 0 && at - (times[low - 1] ?? 0) < (times[low] ?? 0) - at) low -= 1;
  return times.length === 0 ? -1 : low;
}

/** Pairs of neighbours, by the index of the later one, so far apart that no line joins them. */
export function gapsIn(times: Float64Array, gapMs: number): number[] {
  const gaps: number[] = [];
  for (let index = 1; index < times.length; index++) {
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) > gapMs) gaps.push(index);
  }
  return gaps;
}

/** Points without a neighbour near enough for a line: they are drawn as dots. */
export function alone(times: Float64Array, gapMs: number): number[] {
  const breaks = new Set([0, ...gapsIn(times, gapMs), times.length]);
  return [...breaks].filter((index) => index < times.length && breaks.has(index + 1));
}

/** The most that any series comes to. */
export function peakOf(columns: Columns): number {
  let most = 0;
  for (const column of columns.slice(1)) for (const value of column) most = Math.max(most, value);
  return most;
}

/** What a scale has to reach to. */
export interface Reach {
  /** It reaches at least so far, so that next to nothing does not look like much. */
  least: number;
  /** Nothing lies above: 100 where percents are drawn. */
  most?: number;
  /** A line that is part of the picture unless what runs is a tenth of it at most. */
  limit?: number;
  /** Counts things: whole numbers alone. */
  whole?: boolean;
}

/** Round values from 0 up; the last is the top of the picture. */
export function ticksFor(columns: Columns, { least, most, limit, whole }: Reach): number[] {
  const peak = Math.max(peakOf(columns), least);
  const reach = limit !== undefined && peak > limit / 10 ? Math.max(peak, limit) : peak;
  return ticksTo(most === undefined ? reach : Math.min(reach, most), {
    whole: whole ?? false,
  });
}

/** Where a key leads among the points: a step, a tenth of them, an end; null for another key. */
export function indexAfterKey(key: string, at: { index: number; points: number }): number | null {
  const last = at.points - 1;
  const page = Math.max(1, Math.round(at.points / 10));
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
    Home: -at.points,
    End: at.points,
  };
  const step = steps[key];
  return step === undefined || last < 0 ? null : Math.min(last, Math.max(0, at.index + step));
}
