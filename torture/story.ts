/** Common to all stories: a bounded and a full form, a seed to replay it, figures, an exit code. */
import { parseArgs } from "node:util";
import { type Random, seeded } from "@turnpike/net/testing/random.ts";

/** One measured criterion of spec/quality, compared with its bar. */
export interface Figure {
  criterion: string;
  what: string;
  figure: string;
  bar: string;
  pass: boolean;
}
export interface StoryOptions {
  /** The full form; otherwise the bounded form for every change, about 15 s at most. */
  full: boolean;
  random: Random;
}
export interface Story {
  name: string;
  run(asked: StoryOptions): Promise<Figure[]>;
}
export interface StoryResult {
  story: string;
  seed: number;
  seconds: number;
  figures: Figure[];
}

/** A random seed. */
export const freshSeed = () => Math.floor(Math.random() * 2 ** 31);

/** Runs a story; one that throws becomes a figure that did not pass. */
export async function runStory(story: Story, full: boolean, seed: number): Promise<StoryResult> {
  console.log(`${story.name}: ${full ? "full" : "bounded"}, --seed ${seed}`);
  const began = performance.now();
  const figures = await story.run({ full, random: seeded(seed) }).catch((error: unknown) => {
    console.error(error);
    const figure = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    return [{ criterion: story.name, what: "ends by itself", figure, bar: "yes", pass: false }];
  });
  for (const figure of figures) console.log(lineOf(figure));
  const seconds = (performance.now() - began) / 1_000;
  return { story: story.name, seed, seconds, figures };
}

export function lineOf({ criterion, what, figure, bar, pass }: Figure): string {
  return `  ${pass ? "pass" : "FAIL"}  ${criterion}  ${what}: ${figure} (bar: ${bar})`;
}

/** Command line of a single story: `node torture/kills.ts [--bounded] [--seed N]`. */
export function readArguments() {
  const options = { bounded: { type: "boolean" }, seed: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError("--seed takes a whole number");
  return { full: values.bounded !== true, seed, names: positionals };
}

/** Runs one story on its own; exits with 1 if a bar was missed. */
export async function runStoryCli(story: Story): Promise<void> {
  const { full, seed } = readArguments();
  const { figures, seconds } = await runStory(story, full, seed);
  console.log(`${story.name}: ${seconds.toFixed(1)} s`);
  process.exit(figures.every(({ pass }) => pass) ? 0 : 1);
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A figure that must not exceed its bar. */
export function atMost(
  criterion: string,
  what: string,
  { value, bar, unit }: { value: number; bar: number; unit: string },
): Figure {
  const figure = `${Number.isInteger(value) ? value : value.toFixed(2)} ${unit}`.trim();
  return { criterion, what, figure, bar: `≤ ${bar} ${unit}`.trim(), pass: value <= bar };
}

/** A figure that must reach its bar. */
export function atLeast(
  criterion: string,
  what: string,
  { value, bar, unit }: { value: number; bar: number; unit: string },
): Figure {
  const figure = `${value} ${unit}`.trim();
  return { criterion, what, figure, bar: `≥ ${bar} ${unit}`.trim(), pass: value >= bar };
}

/** A figure that must equal its bar. */
export function exactly(
  criterion: string,
  what: string,
  { value, bar, unit }: { value: number | string; bar: number | string; unit: string },
): Figure {
  const words = (amount: number | string) => `${amount} ${unit}`.trim();
  return { criterion, what, figure: words(value), bar: words(bar), pass: value === bar };
}
