/** Arithmetic of TimePlot: points by time, in uPlot's column format. */
import { ticksTo } from "./chart-shape.ts";

/** Times in milliseconds since 1970, oldest first, then one column of amounts per series. */
export type Columns = readonly Float64Array[];

export const timesOf = (columns: Columns): Float64Array => columns[0] ?? new Float64Array();

/** Returns each series on top of those before it. */
export function stackedColumns(columns: Columns): Columns {
  const [times = new Float64Array(), ...series] = columns;
  let below = new Float64Array(times.length);
  const stacked = series.map((column) => {
    below = column.map((value, index) => value + (below[index] ?? 0));
    return below;
  });
  return [times, ...stacked];
}

/** Returns the index of the point nearest to an instant; -1 if there are none. */
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

/** Returns the gaps between points that are not connected, by the index of the later point. */
export function gapsIn(times: Float64Array, gapMs: number): number[] {
  const gaps: number[] = [];
  for (let index = 1; index < times.length; index++) {
    if ((times[index] ?? 0) - (times[index - 1] ?? 0) > gapMs) gaps.push(index);
  }
  return gaps;
}

/** Returns points without a connected neighbour: they are drawn as dots. */
export function isolatedPoints(times: Float64Array, gapMs: number): number[] {
  const breaks = new Set([0, ...gapsIn(times, gapMs), times.length]);
  return [...breaks].filter((index) => index < times.length && breaks.has(index + 1));
}

/** Returns the largest value of all series. */
export function peakOf(columns: Columns): number {
  let most = 0;
  for (const column of columns.slice(1)) for (const value of column) most = Math.max(most, value);
  return most;
}

/** The range that a scale has to cover. */
export interface ScaleLimits {
  /** Reaches at least this far, so that tiny values do not look large. */
  least: number;
  /** An upper bound, such as 100 for percentages. */
  most?: number;
  /** A line that is included unless all values are at most a tenth of it. */
  limit?: number;
  /** Values are counts: only integers. */
  whole?: boolean;
}

/** Returns round values from 0 up; the last one is the top of the plot. */
export function ticksFor(columns: Columns, { least, most, limit, whole }: ScaleLimits): number[] {
  const peak = Math.max(peakOf(columns), least);
  const reach = limit !== undefined && peak > limit / 10 ? Math.max(peak, limit) : peak;
  return ticksTo(most === undefined ? reach : Math.min(reach, most), {
    whole: whole ?? false,
  });
}

/** Returns the index a key moves to: a step, a tenth of the points, an end; null for other keys. */
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
