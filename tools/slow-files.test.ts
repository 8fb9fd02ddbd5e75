import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { aboveCeiling } from "./slow-files.ts";

const root = path.resolve(import.meta.dirname, "..");

describe("a test file takes 20 s at most", () => {
  const files = [
    { name: "slow.test.ts", seconds: 20.1 },
    { name: "slower.test.ts", seconds: 30.1 },
    { name: "quick.test.ts", seconds: 20 },
    { name: "journeys/walk.test.ts", seconds: 40 },
  ];
  const names = (runSeconds: number) => aboveCeiling(files, 20, runSeconds).map(({ name }) => name);

  it("in a run of at most 5 minutes, however short", () => {
    const slow = ["slow.test.ts", "slower.test.ts"];
    for (const seconds of [60, 300]) expect(names(seconds)).toEqual(slow);
  });

  it("or in proportion more if the whole run takes longer", () => {
    expect(names(450)).toEqual(["slower.test.ts"]);
    expect(names(600)).toEqual([]);
    expect(aboveCeiling(files, Infinity, 60)).toEqual([]);
    expect(aboveCeiling(files, 20, 450, 300).map(({ name }) => name)).toEqual(["slower.test.ts"]);
  });

  it("and a longer one fails the run and is named", { timeout: 60_000 }, () => {
    mkdirSync(path.join(root, ".turnpike"), { recursive: true });
    const folder = mkdtempSync(path.join(root, ".turnpike/slow-"));
    try {
      for (const [name, ms] of [
        ["quick", 0],
        ["slow", 600],
      ] as const) {
        const wait = `await new Promise((done) => setTimeout(done, ${ms}));`;
        const hook = `import { beforeAll, it } from "vitest"; beforeAll(async () => { ${wait} });`;
        writeFileSync(path.join(folder, `${name}.test.ts`), `${hook} it("passes", () => {});`);
      }
      writeFileSync(
        path.join(folder, "vitest.config.mjs"),
        `export default { test: { pool: "threads" } };`,
      );
      const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
      const reporter = `--reporter=${path.join(root, "tools/slow-files.ts")}`;
      // An enclosing run may have set both.
      const own = { TURNPIKE_ABOVE_CEILING: undefined, TURNPIKE_CEILING: "0.5" };
      const env = { ...process.env, ...own };
      const args = [vitest, "run", reporter];
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, env });
      expect(status).toBe(1);
      expect(String(stdout)).toMatch(
        /The slowest files:\n +[01]\.\d s {2}slow\.test\.ts\n[^]*Above 0\.5 s, in a run of \d+ s:\n +[01]\.\d s {2}slow\.test\.ts\n$/,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
