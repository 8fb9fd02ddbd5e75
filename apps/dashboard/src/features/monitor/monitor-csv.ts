import { fields, momentsOf, newestAt, type Track } from "./track.ts";

const round = (value: number) => Math.round(value * 1000) / 1000;

/** The visible points as CSV rows, oldest first, under the API's names. */
export function csvRows(track: Track, windowMs: number): (string | number)[][] {
  const moments = momentsOf(track, newestAt(track) - windowMs);
  return [
    ["at", ...fields],
    ...moments.map((moment) => [
      new Date(moment.at).toISOString(),
      ...fields.map((field) => round(moment[field])),
    ]),
  ];
}
