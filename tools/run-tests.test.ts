import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync } from "node:fs";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
let folder: string;
beforeAll(() => {
  mkdirSync(path.join(root, ".turnpike"), { recursive: true });
  folder = mkdtempSync(path.join(root, ".turnpike/again-"));
  const projects = [
    { test: { name: "waits", pool: "threads", exclude: ["beside.test.ts"] } },
    { test: { name: "computes", pool: "threads", include: ["beside.test.ts"] } },
  ];
  writeFileSync(
    path.join(folder, "vitest.config.mjs"),
    `export default { test: { projects: ${JSON.stringify(projects)} } };`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the folder's tests with these, by name and code, and runs them like `npm test`. */
function runAll(
  files: Record<string, string>,
  ceiling = "20",
  timed = ["two.test.ts"],
  beside: string[] = [],
) {
  for (const [name, code] of Object.entries(files)) {
    const text = `import fs from "node:fs"; import { beforeAll, expect, it } from "vitest"; ${code}`;
    writeFileSync(path.join(folder, `${name}.test.ts`), text);
  }
  const program = `
    import { runTests } from ${JSON.stringify(path.join(root, "tools/run-tests.mjs"))};
    const env = { ...process.env, TURNPIKE_CEILING: "${ceiling}" };
    const timed = ${JSON.stringify(timed)};
    process.exit(await runTests([], { env, timed, beside: ${JSON.stringify(beside)}, folder: process.cwd() }));`;
  const args = ["--input-type=module", "--eval", program];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder });
  for (const name of Object.keys(files)) rmSync(path.join(folder, `${name}.test.ts`));
  return { status, text: String(stdout) };
}
const passes = `it("passes", () => {});`;
const fails = `it("fails", () => expect(1).toBe(2));`;
/** Fails only in the first run. */
const flaky = (mark: string) => `it("fails once", () => {
  const seen = fs.existsSync("${mark}"); fs.writeFileSync("${mark}", ""); expect(seen).toBe(true);
});`;

// Each starts Vitest once or twice.
describe("a run of all tests", { timeout: 90_000 }, () => {
  it.runIf(isFull)("runs once if all tests pass", () => {
    const { status, text } = runAll({ one: passes, two: passes });
    expect(status).toBe(0);
    expect(text).toMatch(/\n2 passed, 0 failed\n$/);
    expect(text).not.toMatch(/Running again alone|Above/);
  });

  it("repeats a file that measures time, and says so at the end if it passes then", () => {
    const { status, text } = runAll({ one: passes, two: flaky("a"), "x.load": flaky("x") });
    expect(text).toMatch(
      /1 passed, 2 failed\. Running again alone: (two|x\.load)\.test\.ts \(measures time\), /,
    );
    expect(text).toMatch(
      /\n3 passed, 0 failed\nPassed only when run again: .*two\.test\.ts \(measures time\).*\n$/,
    );
    expect(status).toBe(0);
  });

  it("runs some projects beside the others, and counts and repeats the tests of both", () => {
    const timed = ["one.test.ts", "beside.test.ts"];
    const files = { one: flaky("g"), two: passes, beside: `${flaky("h")} ${passes}` };
    const { status, text } = runAll(files, "20", timed, ["computes"]);
    expect(text).toMatch(/\n2 passed, 2 failed\. Running again alone: (.*, )?beside\.test\.ts/);
    expect(text).toMatch(/\n4 passed, 0 failed\nPassed only when run again: .*one\.test\.ts/);
    expect(text.match(/computes.*beside\.test\.ts/g)?.length).toBeGreaterThan(1);
    expect(status).toBe(0);
  });

  it("repeats no other file that failed, and nothing beside it", () => {
    const { status, text } = runAll({ one: flaky("e"), two: flaky("f") });
    expect(text).toMatch(
      /\n0 passed, 2 failed\nNot run again, because they do not measure time: one\.test\.ts\n$/,
    );
    expect(text).not.toContain("Running again alone");
    // Said again at the end, with the reason.
    expect(text).toMatch(/two\.test\.ts > fails once\nAssertionError: .*[^]*\n0 passed/);
    expect(status).toBe(1);
  });

  it.runIf(isFull)("fails if a file fails twice, in a test or before its tests", () => {
    const broken = `beforeAll(() => { throw new Error("no"); }); ${passes}`;
    const files = { one: passes, two: flaky("b"), three: fails, four: broken };
    const timed = ["two.test.ts", "three.test.ts", "four.test.ts"];
    const { status, text } = runAll(files, "20", timed);
    expect(status).toBe(1);
    expect(text).toMatch(/\n2 passed, [12] failed\nFailed again when run again: .*\n$/);
  });

  it.runIf(isFull)("fails without a repetition if more than three files fail", () => {
    const timed = ["a", "b", "c", "d"].map((name) => `${name}.test.ts`);
    const { status, text } = runAll(
      { a: fails, b: fails, c: fails, d: fails, e: passes },
      "20",
      timed,
    );
    expect(status).toBe(1);
    expect(text).toMatch(/\n1 passed, 4 failed\nNot run again, because there are too many: .*\n$/);
    expect(text).not.toContain("Running again alone");
  });

  it.runIf(isFull)(
    "repeats a file above the time ceiling, and passes if it then stays below",
    () => {
      const slow = `beforeAll(() => new Promise((done) => {
      const first = !fs.existsSync("d"); fs.writeFileSync("d", ""); setTimeout(done, first ? 1_500 : 0);
    })); ${passes}`;
      const { status, text } = runAll({ one: slow, two: passes }, "1");
      expect(text).toContain(
        "2 passed, 0 failed. Running again alone: one.test.ts (took too long)\n",
      );
      expect(text).toMatch(
        /\n2 passed, 0 failed\nPassed only when run again: one\.test\.ts \(took too long\)\n$/,
      );
      expect(status).toBe(0);
    },
  );

  it.runIf(isFull)("fails on an unhandled rejection, even if another file is slow", () => {
    const slow = `beforeAll(() => new Promise((done) => setTimeout(done, 1_200))); ${passes}`;
    const careless = `it("rejects", () => void Promise.reject(new Error("nobody"))); ${passes}`;
    const { status, text } = runAll({ one: slow, two: careless }, "1");
    expect(text).toMatch(/\n3 passed, 0 failed\n$/);
    expect(status).toBe(1);
  });

  it.runIf(isFull)("inside another run, does not report its slow files to the outer run", () => {
    const note = path.join(folder, "outer.txt");
    process.env["TURNPIKE_ABOVE_CEILING"] = note;
    try {
      const slow = `beforeAll(() => new Promise((done) => setTimeout(done, 1_200))); ${passes}`;
      expect(runAll({ one: slow, two: passes }, "1").status).toBe(1);
      expect(existsSync(note)).toBe(false);
    } finally {
      delete process.env["TURNPIKE_ABOVE_CEILING"];
    }
  });

  it.runIf(isFull)("fails if a file is above the time ceiling twice, whatever else passes", () => {
    const slow = `beforeAll(() => new Promise((done) => setTimeout(done, 700))); ${passes}`;
    const { status, text } = runAll({ one: slow, two: flaky("c") }, "0.5");
    expect(text.match(/Above 0\.5 s, in a run of/g)).toHaveLength(2);
    expect(text).toMatch(/\n2 passed, 0 failed\nFailed again when run again: .*\n$/);
    expect(text).not.toContain("Passed only when run again");
    expect(status).toBe(1);
  });
});

it("the list of files that measure time (tools/timed-files.txt) has every file with a limit of time, in order, and none that does not exist", () => {
  const listed = readFileSync(path.join(root, "tools/timed-files.txt"), "utf8");
  const timedFiles = listed.split("\n").filter((line) => /^[^#]/.test(line));
  expect(timedFiles).toEqual([...new Set(timedFiles)].sort());
  expect(timedFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const tests = globSync("{apps,packages,journeys}/**/*.test.ts", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/*.load.test.ts"],
  });
  const limits = /\b(timeLimit|limitHere)\(/;
  const limited = tests.filter((file) => limits.test(readFileSync(path.join(root, file), "utf8")));
  expect(limited.length).toBeGreaterThan(30);
  expect(limited.filter((file) => !timedFiles.includes(file))).toEqual([]);
});
