import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** `npm run test:full`: the sizes that quality bars name, and all that is measured by the clock. */
const full = process.env["TURNPIKE_FULL"] === "1";
/** They measure time, so nothing else runs beside them. */
const loads = "**/*.load.test.ts";
/** What takes long and has a shorter form beside it (docs/full-tests.md). */
const fullOnly = full ? [] : ["**/*.full.test.ts"];
/** What works most of the time, and has no clock to watch: one waits while two work. */
const working = { maxWorkers: 3, sequence: { groupOrder: 2 } };

/** Who comes first in a worker waits for its product: walks of few screens. */
const shortWalks = ["walk-visitors", "walk-statics"];
const turnOf = (file: string) => {
  if (!file.includes("journeys/walk-")) return shortWalks.length + 2;
  return shortWalks.findIndex((name) => file.includes(name)) + 1 || shortWalks.length + 1;
};

/** Beside walks, files that take ten seconds and are small. */
const longer =
  /(turnpike\/src\/long-|gateway\/src\/(crash|main)|handover|rate-limiter-|hub-away|static-attempts|early-answer|journeys\/(crash|console|overlays))/;
const isLonger = ({ moduleId }: TestSpecification) =>
  /journeys\/walk-/.test(moduleId) || longer.test(moduleId);

/** Larger files come first, as they take longer, after those that take long in a small file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted
      .filter(isLonger)
      .toSorted((one, other) => turnOf(one.moduleId) - turnOf(other.moduleId));
    return [...first, ...sorted.filter((one) => !isLonger(one))];
  }
}

/** Node loads the modules itself, without Vite between: less CPU for each file. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * A process whose clock stands still has no room for what other files' servers still do, and one that
 * counts how often it wakes counts that too.
 */
const aboutTimers = globSync([
  "apps/gateway/src/**/*.test.ts",
  "packages/*/src/**/*.test.ts",
]).filter((file) => /useFakeTimers\(|epollWait/.test(readFileSync(file, "utf8")));

const server = {
  ...native,
  // A busy machine is slow, not wrong.
  expect: { poll: { timeout: 5_000 } },
  globalSetup: ["apps/api/src/platform/db/vitest-setup.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "api",
          ...server,
          include: ["apps/api/src/**/*.test.ts"],
          exclude: [loads, ...fullOnly],
          setupFiles: ["apps/api/testing/password-cost.ts", "apps/api/testing/few-partitions.ts"],
          // Nothing there changes a module or the process: a worker loads the API once.
          isolate: false,
          // They wait for the database as long as they work: more at once than there are cores. In full
          // some of them measure time.
          maxWorkers: full ? 2 : 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "server",
          ...server,
          include: [
            "packages/{client,link,net}/src/**/*.test.ts",
            "apps/{gateway,manager,turnpike}/src/**/*.test.ts",
            "bench/**/*.test.ts",
            "torture/**/*.test.ts",
          ],
          exclude: [loads, ...fullOnly, ...aboutTimers],
          // A worker loads the gateway once. They wait most of the time.
          isolate: false,
          maxWorkers: 8,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "timers",
          ...server,
          include: aboutTimers,
          maxWorkers: 8,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "pure",
          ...native,
          include: ["packages/{rules,contract,locales}/src/**/*.test.ts", "tools/**/*.test.ts"],
          testTimeout: 30_000,
          isolate: false,
          ...working,
        },
      },
      {
        extends: "apps/dashboard/vite.config.ts",
        root: "apps/dashboard",
        test: {
          name: "dashboard",
          ...working,
          environment: "jsdom",
          include: [
            "src/**/*.test.{ts,tsx}",
            "../console/src/**/*.test.{ts,tsx}",
            "../../packages/ui/src/**/*.test.{ts,tsx}",
          ],
          setupFiles: [`${import.meta.dirname}/apps/dashboard/src/testing/setup.ts`],
          testTimeout: 30_000,
          // A worker evaluates the application and Mantine once.
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          exclude: fullOnly,
          globalSetup: ["journeys/vitest-setup.ts"],
          // A page has its time on a busy machine, as Playwright's own waits do.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A worker shares one product and one browser among its files (journeys/shared.ts).
          isolate: false,
          // In full some of them measure time.
          maxWorkers: full ? 1 : 2,
          // Pages that are looked at side by side share a machine with the product itself.
          maxConcurrency: 3,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "loads",
          ...server,
          include: full ? [`apps/{api,gateway}/src/${loads}`] : [],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
