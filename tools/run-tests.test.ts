import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isFull } from "@turnpike/net/testing/full.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
let folder: string;
beforeAll(() => {
  mkdirSync(path.join(root, ".turnpike"), { recursive: true });
  folder = mkdtempSync(path.join(root, ".turnpike/again-"));
  writeFileSync(path.join(folder, "vitest.config.mjs"), "export default {};");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Replaces the folder's tests with these, by name and code, and runs them like `npm test`. */
function runAll(files: Record<string, string>, ceiling = "20") {
  for (const [name, code] of Object.entries(files)) {
    const text = `import fs from "node:fs"; import { beforeAll, expect, it } from "vitest"; ${code}`;
    writeFileSync(path.join(folder, `${name}.test.ts`), text);
  }
  const program = `
    import { runTests } from ${JSON.stringify(path.join(root, "tools/run-tests.mjs"))};
    const env = { ...process.env, TURNPIKE_CEILING: "${ceiling}" };
    process.exit(runTests([], { env, folder: process.cwd() }));`;
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

describe("a run of all tests", () => {
  it("runs once if all tests pass", () => {
    const { status, text } = runAll({ one: passes, two: passes });
    expect(status).toBe(0);
    expect(text).toMatch(/\n2 passed, 0 failed\n$/);
    expect(text).not.toContain("Running again alone");
  });

  it("repeats a file that failed, passes and names it", () => {
    const { status, text } = runAll({ one: passes, two: flaky("a") });
    expect(text).toContain("1 passed, 1 failed. Running again alone: two.test.ts\n");
    expect(text).toMatch(/\n2 passed, 0 failed\nPassed only when run again: two\.test\.ts\n$/);
    expect(status).toBe(0);
  });

  it.runIf(isFull)("fails if a file fails twice, in a test or before its tests", () => {
    const broken = `beforeAll(() => { throw new Error("no"); }); ${passes}`;
    const { status, text } = runAll({ one: passes, two: flaky("b"), three: fails, four: broken });
    expect(status).toBe(1);
    expect(text).toMatch(/\n2 passed, [12] failed\n$/);
  });

  it.runIf(isFull)("fails without a repetition if more than three files fail", () => {
    const { status, text } = runAll({ a: fails, b: fails, c: fails, d: fails, e: passes });
    expect(status).toBe(1);
    expect(text).toMatch(/\n1 passed, 4 failed\n$/);
    expect(text).not.toContain("Running again alone");
  });

  it.runIf(isFull)(
    "repeats a file above the time ceiling, and passes if it then stays below",
    () => {
      const slow = `beforeAll(() => new Promise((done) => {
      const first = !fs.existsSync("d"); fs.writeFileSync("d", ""); setTimeout(done, first ? 1_500 : 0);
    })); ${passes}`;
      const { status, text } = runAll({ one: slow, two: passes }, "1");
      expect(text).toContain("2 passed, 0 failed. Running again alone: one.test.ts\n");
      expect(text).toMatch(/\n2 passed, 0 failed\nPassed only when run again: one\.test\.ts\n$/);
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
    expect(text).toMatch(/\n2 passed, 0 failed\n$/);
    expect(text).not.toContain("Passed only when run again");
    expect(status).toBe(1);
  });
});
