/**
 * Runs the tests. A file that takes too long, or that measures time and fails, is run again on its
 * own: if it passes then, others had disturbed it, so it is named at the end and the run passes. Any
 * other failure fails the run.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
/** If more files fail than this, the code is at fault and not the machine. */
const MAX_FILES_AGAIN = 3;

/** The files that measure time in daily runs, from the repository's root. */
const timedFiles = readFileSync(path.join(root, "tools/timed-files.txt"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
/** Characters of a failure that are printed again at the end. */
const MAX_MESSAGE = 1_500;
/** @param {string} file @param {string[]} timed */
const measuresTime = (file, timed) => file.endsWith(".load.test.ts") || timed.includes(file);

/**
 * Runs Vitest in `folder` and prints `N passed, M failed` at the end.
 * @param {string[]} args Vitest's arguments; files are rerun only if it is empty (all tests)
 * @param {{ env: Record<string, string | undefined>, folder?: string, node?: string, timed?: string[], beside?: string[] }} options
 *   `beside`: projects that a run of all tests runs in a second process, at the same time
 * @returns {Promise<number>} the exit code
 */
export async function runTests(
  args,
  { env, folder = root, node = process.execPath, timed = timedFiles, beside = [] },
) {
  const kept = path.join(folder, ".turnpike");
  mkdirSync(kept, { recursive: true });
  const vitest = (name, files, more, output) => {
    const run = { node, folder, report: path.join(kept, `${name}.json`), output };
    // Only this run records files over the time limit, not one that encloses it.
    return runVitest(files, {
      ...run,
      env: { ...env, TURNPIKE_ABOVE_CEILING: undefined, ...more },
    });
  };
  const first = await firstRun(vitest, args, { kept, beside });
  if (!first.report) return first.status;
  const { slow } = first;
  const wrong = failedFiles(first.report).map((file) => path.relative(folder, file));
  const again = [...new Set([...wrong, ...slow])];
  const untimed = wrong.filter((file) => !measuresTime(file, timed));
  const { numPassedTests: passed, numFailedTests: failures } = first.report;
  if (first.status === 0 || args.length > 0 || again.length === 0) {
    console.log(`\n${passed} passed, ${failures} failed`);
    return first.status;
  }
  if (untimed.length > 0 || again.length > MAX_FILES_AGAIN) {
    printFailures(first.report);
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
  const last = await vitest("tests-again", again, {});
  if (last.report) printFailures(last.report);
  const still = last.report?.numFailedTests ?? failures;
  console.log(`\n${passed + failures - still} passed, ${still} failed`);
  console.log(`${last.status === 0 ? "Passed only" : "Failed again"} when run again: ${named}`);
  return last.status;
}

/** The run before any repetition: its exit code, its report, and the files above the time limit. */
async function firstRun(vitest, args, { kept, beside }) {
  const notes = ["above-ceiling.txt", "above-ceiling-beside.txt"].map((name) =>
    path.join(kept, name),
  );
  for (const note of notes) rmSync(note, { force: true });
  const apart = args.length === 0 ? beside : [];
  const [own, other] = notes.map((note) => ({ TURNPIKE_ABOVE_CEILING: note }));
  const runs = [vitest("tests", [...args, ...apart.map((name) => `--project=!${name}`)], own)];
  if (apart.length > 0) {
    const projects = apart.map((name) => `--project=${name}`);
    const log = path.join(kept, "tests-beside.log");
    runs.push(vitest("tests-beside", projects, { ...other, TURNPIKE_BESIDE: "1" }, log));
  }
  const first = combined(await Promise.all(runs));
  if (runs.length > 1 && first.report)
    writeFileSync(path.join(kept, "tests.json"), JSON.stringify(first.report));
  const slow = notes
    .filter((note) => existsSync(note))
    .flatMap((note) => readFileSync(note, "utf8").trim().split("\n"));
  return { ...first, slow };
}

/** Runs Vitest once; with `output`, its output goes to that file first and is printed at the end. */
async function runVitest(files, { node, folder, env, report, output }) {
  rmSync(report, { force: true });
  const reporters = ["default", "json", path.join(root, "tools/slow-files.ts")];
  const options = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${report}`];
  const program = path.join(root, "node_modules/vitest/vitest.mjs");
  const to = output === undefined ? "inherit" : openSync(output, "w");
  const child = spawn(node, [program, "run", ...options, ...files], {
    cwd: folder,
    stdio: ["inherit", to, to],
    env,
  });
  const forward = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  const [code] = await once(child, "exit");
  for (const signal of signals) process.off(signal, forward);
  if (output !== undefined) closeSync(to);
  const read = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  return { status: code ?? 1, report: read, output };
}

/** Several runs as one: the worst exit code; no report if one of them has none. */
function combined(runs) {
  for (const { output } of runs)
    if (output !== undefined) process.stdout.write(readFileSync(output));
  const status = Math.max(...runs.map((run) => run.status));
  const reports = runs.map(({ report }) => report);
  if (reports.some((report) => !report)) return { status: status || 1 };
  const total = (name) => reports.reduce((sum, report) => sum + report[name], 0);
  const counts = ["numPassedTests", "numFailedTests", "numPendingTests", "numTotalTests"];
  const report = {
    ...reports[0],
    ...Object.fromEntries(counts.map((name) => [name, total(name)])),
    success: reports.every(({ success }) => success),
    testResults: reports.flatMap(({ testResults }) => testResults),
  };
  return { status, report };
}

/** Prints what failed once more, as the end of a log is what one sees. */
function printFailures({ testResults }) {
  for (const { name, message, assertionResults } of testResults) {
    if (message) console.log(`\n${name}\n${message.slice(0, MAX_MESSAGE)}`);
    for (const { fullName, failureMessages } of assertionResults) {
      const [why] = failureMessages;
      if (why) console.log(`\n${name} > ${fullName}\n${why.slice(0, MAX_MESSAGE)}`);
    }
  }
}

/** The report's files in which a test, or code outside tests, failed. */
const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status !== "passed").map(({ name }) => name);
