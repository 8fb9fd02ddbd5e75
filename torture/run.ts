/**
 * `npm run torture [-- STORY …] [--bounded] [--seed N]`: runs the stories one after another and the
 * gateway's hostile suites in full, then prints a table. Exits with 1 if a bar was missed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { apiAway } from "./api-away.ts";
import { bytes } from "./bytes.ts";
import { clock } from "./clock.ts";
import { passingDays } from "./days.ts";
import { fleet } from "./fleet.ts";
import { kills } from "./kills.ts";
import { linkCut } from "./link-cut.ts";
import { neighbours } from "./neighbours.ts";
import { quota } from "./quota.ts";
import { reports } from "./reports.ts";
import { soak } from "./soak.ts";
import { supply } from "./supply.ts";
import {
  type StoryOptions,
  exactly,
  readArguments,
  type Story,
  runStory,
  type StoryResult,
} from "./story.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The suites of apps/gateway/src/hostile; in full with TURNPIKE_TORTURE=1. */
const hostile: Story = {
  name: "hostile",
  run: async ({ full }: StoryOptions) => {
    const folder = mkdtempSync(path.join(tmpdir(), "turnpike-hostile-"));
    const report = path.join(folder, "tests.json");
    const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    spawnSync(process.execPath, [vitest, "run", "apps/gateway/src/hostile", ...reporters], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...(full ? { TURNPIKE_TORTURE: "1" } : {}) },
      timeout: 30 * 60_000,
    });
    try {
      const told = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
      const { numPassedTests = 0, numFailedTests = 0 } = told;
      const what = `hostile suites, ${numPassedTests} tests passed: failed`;
      return [exactly("G1-G18", what, { value: numFailedTests, bar: 0, unit: "" })];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const stories: Story[] = [
  bytes,
  kills,
  reports,
  quota,
  linkCut,
  apiAway,
  clock,
  passingDays,
  neighbours,
  fleet,
  supply,
  hostile,
  soak,
];

function table(results: StoryResult[]): string {
  const rows = results.flatMap(({ figures }) =>
    figures.map(({ criterion, what, figure, bar, pass }) => {
      return [pass ? "pass" : "FAIL", criterion, what, figure, bar];
    }),
  );
  const all = [["", "criterion", "what", "figure", "bar"], ...rows];
  const widths = (all[0] as string[]).map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
  return all.map((row) => line(row).trimEnd()).join("\n");
}

const { full, seed, names } = readArguments();
const unknown = names.filter((name) => !stories.some((story) => story.name === name));
if (unknown.length > 0) {
  console.error(
    `There are ${stories.map(({ name }) => name).join(", ")}; no ${unknown.join(", ")}`,
  );
  process.exit(2);
}
// The short form of the hostile suites is part of `npm test`.
const usual = full ? stories : stories.filter((story) => story !== hostile);
const chosen = names.length === 0 ? usual : stories.filter(({ name }) => names.includes(name));
const told: StoryResult[] = [];
for (const story of chosen) told.push(await runStory(story, full, seed));
console.log(`\n${table(told)}`);
for (const { story, seconds } of told) console.log(`${story}: ${seconds.toFixed(0)} s`);
console.log(`replay with --seed ${seed}${full ? "" : " --bounded"}`);
process.exit(told.every(({ figures }) => figures.every(({ pass }) => pass)) ? 0 : 1);
