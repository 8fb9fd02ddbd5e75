/**
 * Runs the tests. A file that takes too long, or that measures time and fails, is run again on its
 * own: if it passes then, others had disturbed it, so it is named at the end and the run passes. Any
 * other failure fails the run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
/** If more files fail than this, the code is at fault and not the machine. */
const MAX_FILES_AGAIN = 3;

/** The files that measure time in daily runs, from the repository's root. */
const timedFiles = readFileSync(path.join(root, "tools/timed-files.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
/** @param {string} file @param {string[]} timed */
const measuresTime = (file, timed) => file.endsWith(".load.test.ts") || timed.includes(file);

/**
 * Runs Vitest in `folder` and prints `N passed, M failed` at the end.
 * @param {string[]} args Vitest's arguments; files are rerun only if it is empty (all tests)
 * @param {{ env: Record<string, string | undefined>, folder?: string, node?: string, timed?: string[] }} options
 * @returns {number} the exit code
 */
export function runTests(
  args,
  { env, folder = root, node = process.execPath, timed = timedFiles },
) {
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
      // Only this run records files over the time limit, not one that encloses it.
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
  const untimed = wrong.filter((file) => !measuresTime(file, timed));
  const { numPassedTests: passed, numFailedTests: failures } = first.report;
  if (first.status === 0 || args.length > 0 || again.length === 0) {
    console.log(`\n${passed} passed, ${failures} failed`);
    return first.status;
  }
  if (untimed.length > 0 || again.length > MAX_FILES_AGAIN) {
    const why = untimed.length > 0 ? "they do not measure time" : "there are too many";
    console.log(`\n${passed} passed, ${failures} failed`);
    console.log(
      `Not run again, because ${why}: ${(untimed.length > 0 ? untimed : again).join(", ")}`,
    );
    return first.status;
  }
  const named = again
    .map((file) => `${file} (${wrong.includes(file) ? "measures time" : "took too long"})`)
    .join(", ");
  console.log(`\n${passed} passed, ${failures} failed. Running again alone: ${named}`);
  const second = vitest("tests-again.json", again, {});
  const still = second.report?.numFailedTests ?? failures;
  console.log(`\n${passed + failures - still} passed, ${still} failed`);
  console.log(`${second.status === 0 ? "Passed only" : "Failed again"} when run again: ${named}`);
  return second.status;
}

/** The report's files in which a test, or code outside tests, failed. */
const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
