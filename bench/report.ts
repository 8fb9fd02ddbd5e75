/** The report: medians over the rounds, their ranges, ratios to the baseline. */
import type { Shot } from "./measure.ts";
import { median } from "./statistics.ts";
import type { Figure, Test } from "./tests.ts";

/** The shots of one test by the target's name, in order of comparison. */
export type Shots = Map<string, Shot[]>;

const digits: Record<Figure, number> = { gbps: 2, perSecond: 0, microseconds: 0, kilobytes: 1 };
const units: Record<Figure, string> = {
  gbps: "Gbit/s",
  perSecond: "/s",
  microseconds: "µs",
  kilobytes: "kB",
};

/** The figure to compare: per second of CPU time where available. */
export function figureOf(test: Test, shot: Shot): number {
  const rate = test.figure === "gbps" || test.figure === "perSecond";
  return rate && Number.isFinite(shot.perCpu) ? shot.perCpu : shot.wall;
}

const isTimed = ({ how, figure }: Test) => how !== "rest" && figure !== "gbps";

/** A test's table; `baseline` names the target to which ratios refer. */
export function tableOf(test: Test, shots: Shots, baseline: string): string {
  const unit = units[test.figure];
  const isRate = test.figure === "gbps" || test.figure === "perSecond";
  const columns = [
    isRate ? `${unit} per CPU s` : unit,
    "range",
    `× ${baseline}`,
    ...(isRate ? [`${unit} by the clock`] : []),
    ...(test.figure === "kilobytes" ? ["process MB"] : []),
    ...(isTimed(test) ? ["p50 µs", "p99 µs"] : []),
    ...(test.how === "run" ? ["end ÷ start"] : []),
    ...(test.how === "rest" ? [] : ["proxy CPU", "generator CPU", "saturated"]),
    "errors",
  ];
  const base = median((shots.get(baseline) ?? []).map((shot) => figureOf(test, shot)));
  const rows = [...shots].map(([name, taken]) => [name, ...cells(test, taken, base)]);
  return `${test.title}\n${aligned([[test.key, ...columns], ...rows])}`;
}

function cells(test: Test, targetShots: Shot[], base: number): string[] {
  const of = (value: (shot: Shot) => number) => median(targetShots.map(value));
  const figures = targetShots.map((shot) => figureOf(test, shot)).filter(Number.isFinite);
  const isRate = test.figure === "gbps" || test.figure === "perSecond";
  const shown = (value: number) => number(value, digits[test.figure]);
  const range =
    figures.length > 1 ? `${shown(Math.min(...figures))}–${shown(Math.max(...figures))}` : "-";
  // Without a proxy there is no CPU time of one: a ratio would compare two kinds of figures.
  const comparable = !isRate || Number.isFinite(of((shot) => shot.perCpu));
  return [
    isRate && !comparable ? "-" : shown(median(figures)),
    isRate && !comparable ? "-" : range,
    comparable ? number(median(figures) / base, 2) : "-",
    ...(isRate ? [shown(of((shot) => shot.wall))] : []),
    ...(test.figure === "kilobytes" ? [number(of((shot) => shot.rssBytes) / 1e6, 0)] : []),
    ...(isTimed(test)
      ? [
          number(
            of((shot) => shot.p50Us),
            0,
          ),
          number(
            of((shot) => shot.p99Us),
            0,
          ),
        ]
      : []),
    ...(test.how === "run"
      ? [
          number(
            of((shot) => shot.sustained),
            2,
          ),
        ]
      : []),
    ...(test.how === "rest"
      ? []
      : [
          percent(of((shot) => shot.proxyCores)),
          percent(of((shot) => shot.generatorCores)),
          mostFrequent(targetShots.map(({ saturated }) => saturated)),
        ]),
    String(targetShots.reduce((sum, { errors }) => sum + errors, 0)),
  ];
}

/** Compares a target with its twin in another checkout, round by round. */
export function pairsOf(
  test: Test,
  shots: Shots,
  twin: { name: string; twinOf?: string | undefined },
): string[] {
  const before = shots.get(twin.name) ?? [];
  const now = shots.get(twin.twinOf ?? "") ?? [];
  const ratios = now
    .map(
      (shot, round) => figureOf(test, shot) / (before[round] ? figureOf(test, before[round]) : 0),
    )
    .filter(Number.isFinite);
  if (ratios.length === 0) return [];
  const [least, middle, most] = [Math.min(...ratios), median(ratios), Math.max(...ratios)];
  const range = `${number(least, 2)}–${number(most, 2)}`;
  return [
    `${test.key}, ${twin.twinOf} ÷ ${twin.name}: ${number(middle, 3)} (${range}, ${ratios.length} pairs)`,
  ];
}

/** The first error of each target that had errors. */
export function errorsOf(test: Test, shots: Shots): string[] {
  return [...shots].flatMap(([name, taken]) => {
    const failed = taken.find(({ errors }) => errors > 0);
    return failed ? [`${test.key}, ${name}: ${failed.firstError || "something is missing"}`] : [];
  });
}

const number = (value: number, places: number) =>
  Number.isFinite(value) ? value.toFixed(places) : "-";
const percent = (cores: number) => (Number.isFinite(cores) ? `${Math.round(cores * 100)} %` : "-");

function mostFrequent(words: string[]): string {
  const count = (word: string) => words.filter((each) => each === word).length;
  return words.toSorted((one, other) => count(other) - count(one))[0] ?? "-";
}

/** Formats columns: the first left-aligned, the others right-aligned. */
export function aligned(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
