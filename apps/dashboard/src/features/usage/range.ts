/** The period of the usage screen, as kept in the URL. Days are UTC. */
import { maxUsageDays, type Grain } from "@turnpike/rules/usage.ts";

export const presets = ["7", "30", "90"] as const;
export type Preset = (typeof presets)[number];
const dayMs = 86_400_000;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Whole UTC days, inclusive, YYYY-MM-DD. */
export interface Range {
  from: string;
  to: string;
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const isDay = (text: string) => dayPattern.test(text) && !Number.isNaN(Date.parse(text));

/** The number of days in a range; 0 or less if it ends before it begins. */
export const daysIn = ({ from, to }: Range): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The last days up to and including today. */
export function lastDays(today: string, days: number): Range {
  return { from: dayOf(Date.parse(today) - (days - 1) * dayMs), to: today };
}

/** The URL's days, or those of its preset; 30 by default (spec/traffic-plan#statistics). */
export function rangeOf(
  url: { days: string; from: string; to: string },
  today: string,
): { range: Range; preset: Preset | "custom" } {
  const chosen = { from: url.from, to: url.to };
  if (isDay(url.from) && isDay(url.to) && isUsable(chosen))
    return { range: chosen, preset: "custom" };
  const preset = presets.find((each) => each === url.days) ?? "30";
  return { range: lastDays(today, Number(preset)), preset };
}

/** Whether a report can be requested for this range. */
export const isUsable = (range: Range): boolean =>
  daysIn(range) >= 1 && daysIn(range) <= maxUsageDays;

/** The range of the same length before this one. */
export function rangeBefore(range: Range): Range {
  const end = Date.parse(range.from) - dayMs;
  return { from: dayOf(end - (daysIn(range) - 1) * dayMs), to: dayOf(end) };
}

const maxBars = { hour: 8, day: 120, month: maxUsageDays } as const;

/** The grains that give a readable number of bars for a range, finest first. */
export function grainsFor(range: Range): Grain[] {
  const days = daysIn(range);
  const fitting = (["hour", "day", "month"] as const).filter((grain) => days <= maxBars[grain]);
  return days < 32 ? fitting.filter((grain) => grain !== "month") : fitting;
}

/** The chosen grain if it fits, else days, else months; hours for a day or two. */
export function grainOf(chosen: string, range: Range): Grain {
  const fitting = grainsFor(range);
  const usual = daysIn(range) <= 2 ? "hour" : fitting.includes("day") ? "day" : "month";
  return fitting.find((grain) => grain === chosen) ?? usual;
}
