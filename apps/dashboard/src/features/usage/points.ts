/** Converts a report to the bars and rows of the usage screen. */
import { otherKey } from "@turnpike/rules/usage.ts";
import type { CallResult } from "../../lib/call.ts";

export type Report = CallResult<"usage">;
export type Step = Report["series"][number];
export type Row = Report["top"][number];
export type Metric = "bytes" | "requests";

/** How many keys have a colour of their own; the others share one. */
export const coloured = 4;
const names = ["bytes", "upBytes", "downBytes", "requests", "succeeded", "failed"] as const;

/** A city's key is unique within its country. */
export const idOf = ({
  key,
  country,
}: {
  key?: string | undefined;
  country?: string | undefined;
}): string => (country === undefined ? (key ?? "") : `${country}/${key}`);

/** One entry per step, summed over its keys. */
export function stepsOf(series: readonly Step[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { key: _key, country: _country, ...step } of series) {
    const sum = steps.get(step.at);
    if (sum === undefined) steps.set(step.at, { ...step });
    else for (const name of names) sum[name] += step[name];
  }
  return [...steps.values()];
}

export interface Bars {
  /** The parts of a bar, from the bottom; a single one without keys. */
  parts: { id: string; label: string }[];
  bars: { at: string; values: number[] }[];
}

/** The bars of a report, each split into the largest keys and the rest. */
export function barsOf(
  { series, top }: Report,
  { metric, starts, other }: { metric: Metric; starts: readonly string[]; other: string },
): Bars {
  const main = top.filter(({ key }) => key !== otherKey).slice(0, coloured);
  const parts = main.map((row) => ({ id: idOf(row), label: row.label }));
  const places = new Map(parts.map(({ id }, place) => [id, place]));
  const hasOther = top.length > main.length;
  const all = parts.length + (hasOther || parts.length === 0 ? 1 : 0);
  const bars = new Map(starts.map((at) => [at, Array.from({ length: all }, () => 0)]));
  for (const step of series) {
    const values = bars.get(step.at);
    if (values === undefined) continue;
    const place = places.get(idOf(step)) ?? all - 1;
    values[place] = (values[place] ?? 0) + step[metric];
  }
  return {
    parts: all > parts.length ? [...parts, { id: otherKey, label: other }] : parts,
    bars: [...bars].map(([at, values]) => ({ at, values })),
  };
}

/** The steps that have any figures, newest first. */
export const busySteps = (steps: readonly Step[]): Step[] =>
  steps
    .filter(({ bytes, requests, succeeded, failed }) => bytes + requests + succeeded + failed > 0)
    .reverse();
