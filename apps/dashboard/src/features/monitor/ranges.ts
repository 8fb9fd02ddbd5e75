/** How far back the monitor shows (spec/unlimited#monitor: 15 minutes of seconds, else minutes). */
import { MINUTE_MS } from "./track.ts";

export const ranges = [15, 60, 360, 1440] as const;
/** In minutes. */
export type Range = (typeof ranges)[number];

/** A range as written in the URL; the shortest is the default and omitted. */
export const rangeText = (range: Range): string => (range === 15 ? "" : String(range));
export const rangeIn = (text: string): Range =>
  ranges.find((range) => rangeText(range) === text) ?? 15;

export const windowMsOf = (range: Range): number => range * MINUTE_MS;
