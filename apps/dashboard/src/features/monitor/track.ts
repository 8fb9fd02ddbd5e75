/**
 * Points of a plan's monitor by time, oldest first, in a buffer of fixed size: columns of numbers,
 * as a plot takes them.
 */
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";

export const fields = [
  "downMbps",
  "upMbps",
  "tcpConnections",
  "cpuPercent",
  "memoryPercent",
] as const;
export type Field = (typeof fields)[number];
/** One second or minute; `at` is its beginning, milliseconds since 1970. */
export type Moment = { at: number } & Record<Field, number>;

const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
/** A point older than the newest by more than this is not late: the clock was set back. */
const LATE_MS = 60_000;
/** The current value is an average over this period (spec/unlimited#monitor). */
const NOW_MS = 5_000;

export interface Track {
  readonly stepMs: number;
  readonly windowMs: number;
  /** Points further apart than this are not connected: nothing was recorded in between. */
  readonly gapMs: number;
  /** `at`, then the fields; the rows in use are [from, to). */
  readonly columns: readonly Float64Array[];
  from: number;
  to: number;
}

function makeTrack(shape: Pick<Track, "stepMs" | "windowMs" | "gapMs">): Track {
  // Twice the window, so rows move to the front once per window, not with every point.
  const room = 2 * (shape.windowMs / shape.stepMs + 1);
  const columns = ["at", ...fields].map(() => new Float64Array(room));
  return { ...shape, columns, from: 0, to: 0 };
}
export const secondsTrack = (): Track =>
  makeTrack({ stepMs: SECOND_MS, windowMs: 15 * MINUTE_MS, gapMs: 3.5 * SECOND_MS });
export const minutesTrack = (): Track =>
  makeTrack({ stepMs: MINUTE_MS, windowMs: 24 * 60 * MINUTE_MS, gapMs: 1.5 * MINUTE_MS });

export const momentOf = ({ at, ...point }: MonitorPoint): Moment => ({
  ...point,
  at: Date.parse(at),
});

/** The time of the newest point; -Infinity if there is none. */
export const newestAt = (track: Track): number =>
  track.to > track.from ? (track.columns[0]?.[track.to - 1] ?? 0) : -Infinity;

/** The time of the oldest point; Infinity if there is none. */
export const oldestAt = (track: Track): number =>
  track.to > track.from ? (track.columns[0]?.[track.from] ?? 0) : Infinity;

/** Adds a point or replaces the newest; ignores late ones. A clock set back empties the track. */
export function addPoint(track: Track, moment: Moment): void {
  const at = Math.floor(moment.at / track.stepMs) * track.stepMs;
  const newest = newestAt(track);
  if (at < newest - LATE_MS) track.from = track.to = 0;
  else if (at < newest) return;
  if (at !== newest) makeRoom(track);
  const row = at === newest ? track.to - 1 : track.to++;
  track.columns.forEach((column, index) => {
    const field = fields[index - 1];
    column[row] = field ? moment[field] : at;
  });
  const times = track.columns[0];
  while ((times?.[track.from] ?? at) < at - track.windowMs) track.from += 1;
}

function makeRoom(track: Track): void {
  if (track.to < (track.columns[0]?.length ?? 0)) return;
  for (const column of track.columns) column.copyWithin(0, track.from, track.to);
  track.to -= track.from;
  track.from = 0;
}

/** The points from an instant on. */
export function momentsOf(track: Track, since = -Infinity): Moment[] {
  const moments: Moment[] = [];
  for (let row = track.to - 1; row >= track.from; row--) {
    const [at = 0, ...values] = track.columns.map((column) => column[row] ?? 0);
    if (at < since) break;
    const named = fields.map((field, index) => [field, values[index] ?? 0] as const);
    moments.push({ at, ...(Object.fromEntries(named) as Record<Field, number>) });
  }
  return moments.reverse();
}

/** Merges missed points into the track; at equal times, `moments` take precedence. */
export function mergePoints(track: Track, moments: readonly Moment[]): void {
  const step = ({ at }: Moment) => Math.floor(at / track.stepMs);
  const byStep = new Map(momentsOf(track).map((moment) => [step(moment), moment]));
  for (const moment of moments) byStep.set(step(moment), moment);
  track.from = track.to = 0;
  for (const moment of [...byStep.values()].sort((one, other) => one.at - other.at)) {
    addPoint(track, moment);
  }
}

function average(moments: readonly Moment[], at: number): Moment {
  const mean = (field: Field) =>
    moments.reduce((sum, moment) => sum + moment[field], 0) / moments.length;
  const named = fields.map((field) => [field, mean(field)] as const);
  return { at, ...(Object.fromEntries(named) as Record<Field, number>) };
}

/** Minutes averaged from seconds, starting with the minute of `since`. */
export function minutesOf(seconds: Track, since: number): Moment[] {
  const start = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const byMinute = Map.groupBy(momentsOf(seconds, start(since)), ({ at }) => start(at));
  return [...byMinute].map(([at, moments]) => average(moments, at));
}

/** The average of the last seconds; connections are those of the newest. Null without points. */
export function currentAverage(seconds: Track): Moment | null {
  const moments = momentsOf(seconds, newestAt(seconds) - NOW_MS + 1);
  const last = moments.at(-1);
  return last ? { ...average(moments, last.at), tcpConnections: last.tcpConnections } : null;
}

/** Whether there was no traffic and no connection. */
export const isSilent = (track: Track, windowMs: number): boolean =>
  momentsOf(track, newestAt(track) - windowMs).every(
    ({ downMbps, upMbps, tcpConnections }) => downMbps + upMbps + tcpConnections === 0,
  );

/** The columns for a plot: `at`, then the fields (comma-separated), of the last `windowMs`. */
export function viewOf(track: Track, fieldList: string, windowMs: number): Float64Array[] {
  const since = newestAt(track) - windowMs;
  let { from } = track;
  const times = track.columns[0];
  while (from < track.to && (times?.[from] ?? 0) < since) from += 1;
  const columns = [0, ...fieldList.split(",").map((field) => fields.indexOf(field as Field) + 1)];
  return columns.map((index) =>
    (track.columns[index] ?? new Float64Array()).subarray(from, track.to),
  );
}
