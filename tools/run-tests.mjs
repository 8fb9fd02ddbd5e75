/**
 * Runs the tests. A few files that fail or take too long are run once more by themselves: one that
 * passes then depended on what ran beside it. It is named at the end, and the run passes.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
/** Where more files fail than this, the code is wrong and not the machine. */
const MOST_FILES_AGAIN = 3;

/**
 * Runs Vitest in `folder` and prints `N passed, M failed` at the end.
 * @param {string[]} args Vitest's own; empty for all tests, and only then is a file run again
 * @param {{ env: Record<string, string | undefined>, folder?: string, node?: string }} options
 * @returns {number} the exit code
 */
export function runTests(args, { env, folder = root, node = process.execPath }) {
  const kept = path.join(folder, ".turnpike");
  mkdirSync(kept, { recursive: true });
  const tooSlow = path.join(kept, "above-ceiling.txt");
  rmSync(tooSlow, { force: true });
  const vitest = (name, files, more) => {
    const report = path.join(kept, name);
    rmSync(report, { force: true });
    const reporters = ["default", "json", path.join(root, "tools/slow-files.ts")];
    const options = [
      ...reporters.map((each) => `--reporter=${each}`),
      `--outputFile.json=${report}`,
    ];
    const program = path.join(root, "node_modules/vitest/vitest.mjs");
    const done = spawnSync(node, [program, "run", ...options, ...files], {
      cwd: folder,
      stdio: "inherit",
      // Which files are above the ceiling is for this run to note, not for one around it.
      env: { ...env, TURNPIKE_ABOVE_CEILING: undefined, ...more },
    });
    const read = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
    return { status: done.status ?? 1, report: read };
  };
  const first = vitest("tests.json", args, { TURNPIKE_ABOVE_CEILING: tooSlow });
  if (!first.report) return first.status;
  const wrong = failedFiles(first.report).map((file) => path.relative(folder, file));
  const slow = existsSync(tooSlow) ? readFileSync(tooSlow, "utf8").trim().split("\n") : [];
  const again = [...new Set([...wrong, ...slow])];
  const { numPassedTests: passed, numFailedTests: failures } = first.report;
  const isFew = again.length > 0 && again.length <= MOST_FILES_AGAIN;
  if (first.status === 0 || args.length > 0 || !isFew) {
    console.log(`\n${passed} passed, ${failures} failed`);
    return first.status;
  }
  console.log(
    `\n${passed} passed, ${failures} failed. Once more, by themselves: ${again.join(", ")}`,
  );
  const second = vitest("tests-again.json", again, {});
  const still = second.report?.numFailedTests ?? failures;
  console.log(`\n${passed + failures - still} passed, ${still} failed`);
  if (second.status === 0) console.log(`In order only when run again: ${again.join(", ")}`);
  return second.status;
}

/** The files of a report of which a test, or what stands before its tests, failed. */
const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
