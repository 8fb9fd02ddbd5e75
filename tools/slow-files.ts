/**
 * A Vitest reporter: lists the slowest test files at the end. If `TURNPIKE_CEILING` sets a limit in
 * seconds per file, a slower file fails the run. Their paths are written to the file named by
 * `TURNPIKE_ABOVE_CEILING`, one per line.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

const shown = 20;
/**
 * What the run would take if each file had the machine for itself: other tests run beside most of
 * it, and a file takes longer by as much as the whole run does.
 */
const wholeRunSeconds = 300;
/** Of the tests that run beside those that wait, in the first half (tools/run-tests.mjs). */
const besideSeconds = 300;

export interface TestFile {
  name: string;
  /** Including its hooks. */
  seconds: number;
}

/** Journeys wait for browsers and products, so they may take twice as long as other files. */
const isJourney = ({ name }: TestFile) => name.startsWith("journeys/");

/**
 * The files above the limit. If the machine exceeds the budget for all files, each file may
 * take longer by the same factor.
 */
export function aboveCeiling(
  files: TestFile[],
  ceiling: number,
  runSeconds: number,
  budgetSeconds = wholeRunSeconds,
): TestFile[] {
  const allowed = ceiling * Math.max(1, runSeconds / budgetSeconds);
  return files.filter((file) => file.seconds > (isJourney(file) ? 2 : 1) * allowed);
}

const row = ({ name, seconds }: TestFile) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`;

export default class SlowFiles implements Reporter {
  #began = 0;

  onTestRunStart(): void {
    this.#began = performance.now();
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[] = []): void {
    const runSeconds = (performance.now() - this.#began) / 1_000;
    const files = modules
      .map((module) => ({
        name: path.relative(process.cwd(), module.moduleId),
        seconds: module.diagnostic().duration / 1_000,
      }))
      .sort((a, b) => b.seconds - a.seconds);
    if (files.length > 1)
      process.stdout.write(`\nThe slowest files:\n${files.slice(0, shown).map(row).join("")}`);
    const ceiling = Number(process.env["TURNPIKE_CEILING"] ?? Infinity);
    const budget = process.env["TURNPIKE_BESIDE"] === "1" ? besideSeconds : wholeRunSeconds;
    const above = aboveCeiling(files, ceiling, runSeconds, budget);
    if (above.length === 0) return;
    process.stdout.write(
      `\nAbove ${ceiling} s, in a run of ${Math.round(runSeconds)} s:\n${above.map(row).join("")}`,
    );
    const note = process.env["TURNPIKE_ABOVE_CEILING"];
    // An error outside tests does not concern a slow file.
    if (note && errors.length === 0)
      writeFileSync(note, above.map(({ name }) => `${name}\n`).join(""));
    process.exitCode = 1;
  }
}
