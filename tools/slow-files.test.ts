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

  it("in a run of at most 10 minutes, however short", () => {
    const slow = ["slow.test.ts", "slower.test.ts"];
    for (const seconds of [60, 600]) expect(names(seconds)).toEqual(slow);
  });

  it("or in proportion more if the whole run takes longer", () => {
    expect(names(900)).toEqual(["slower.test.ts"]);
    expect(names(1_200)).toEqual([]);
  });

  it("and a longer one fails the run and is named; without a ceiling none does", () => {
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
      writeFileSync(path.join(folder, "vitest.config.mjs"), "export default {};");
      const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
      const reporter = `--reporter=${path.join(root, "tools/slow-files.ts")}`;
      const run = (ceiling: string | undefined) => {
        const args = [vitest, "run", reporter];
        // An enclosing run may have set both.
        const own = { TURNPIKE_ABOVE_CEILING: undefined, TURNPIKE_CEILING: ceiling };
        const env = { ...process.env, ...own };
        const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, env });
        return { status, text: String(stdout) };
      };
      const held = run("0.5");
      expect(held.status).toBe(1);
      expect(held.text).toMatch(
        /Above 0\.5 s, in a run of \d+ s:\n +[01]\.\d s {2}slow\.test\.ts\n$/,
      );
      const free = run(undefined);
      expect(free.status).toBe(0);
      expect(free.text).toMatch(/The slowest files:\n +[01]\.\d s {2}slow\.test\.ts\n/);
      expect(free.text).not.toContain("Above");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
