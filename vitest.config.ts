import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** `npm run test:full`: the sizes that quality bars define, and everything that measures time. */
const full = process.env["TURNPIKE_FULL"] === "1";
/** They measure time, so nothing else runs at the same time. */
const loads = "**/*.load.test.ts";
/** Files that measure time only at their full size: in a full run they are loads, too. */
const fullLoads = full
  ? [
      "apps/api/src/platform/http/connections.test.ts",
      "apps/gateway/src/hostile/silent-names.test.ts",
      "apps/gateway/src/link/hub-away.test.ts",
    ]
  : [];
/** Journeys that measure time at their full size: nothing else runs beside them. */
const fullLoadJourneys = full
  ? globSync(
      "journeys/{budgets,crash,cut-off,ending.full,first-byte,fleet.full,fleet-torture.full,lighthouse.full,neighbours.full,torture.full,unlimited-speed.full}.test.ts",
    )
  : [];
/** Slow tests that have a shorter form (docs/full-tests.md). */
const fullOnly = full ? [] : ["**/*.full.test.ts"];
/**
 * CPU-bound tests without time limits: with three workers, one waits while two compute. In a run of
 * all tests they run in a process of their own, beside the tests that wait (tools/run-tests.mjs):
 * one worker uses what those leave of two cores.
 */
const working = {
  maxWorkers: process.env["TURNPIKE_BESIDE"] === "1" ? 1 : 3,
  sequence: { groupOrder: 2 },
};

/** Tests that mostly wait. At full size they compute as well. */
const waiting = { maxWorkers: full ? 3 : 8, sequence: { groupOrder: 0 } };

/** The first file of a worker waits for its product: start with walks of few screens. */
const shortWalks = ["walk-visitors", "walk-statics"];
const turnOf = (file: string) => {
  if (!file.includes("journeys/walk-")) return shortWalks.length + 2;
  return shortWalks.findIndex((name) => file.includes(name)) + 1 || shortWalks.length + 1;
};

/** Besides walks, small files that take ten seconds. */
const longer =
  /(turnpike\/src\/long-|checkout\/sequences|gateway\/src\/(crash|main)|handover|rate-limiter-|hub-away|static-attempts|early-answer|journeys\/(crash|console|overlays))/;
const isLonger = ({ moduleId }: TestSpecification) =>
  /journeys\/walk-/.test(moduleId) || longer.test(moduleId);

/** Larger files run first as they take longer, after the small files known to take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted
      .filter(isLonger)
      .toSorted((one, other) => turnOf(one.moduleId) - turnOf(other.moduleId));
    return [...first, ...sorted.filter((one) => !isLonger(one))];
  }
}

/** Node loads the modules itself, without Vite: less CPU time per file. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * Tests with fake timers cannot share a process with the servers of other files, and those that
 * count wake-ups would count the others' too.
 */
const aboutTimers = globSync([
  "apps/gateway/src/**/*.test.ts",
  "packages/*/src/**/*.test.ts",
]).filter((file) => /useFakeTimers\(|epollWait/.test(readFileSync(file, "utf8")));

/** Tests of the web applications that need no window: creating one takes longer than they do. */
const windowless = globSync([
  "apps/{dashboard,console}/src/**/*.test.ts",
  "packages/ui/src/**/*.test.ts",
])
  .filter(
    (file) =>
      !/window|document|[sS]torage|render|screen|navigator|testing\/|location|history/.test(
        readFileSync(file, "utf8"),
      ),
  )
  .map((file) => `${import.meta.dirname}/${file}`);

const server = {
  ...native,
  // A busy machine is slow, not wrong.
  expect: { poll: { timeout: 5_000 } },
  globalSetup: ["apps/api/src/platform/db/vitest-setup.ts"],
  // At full size some compute for most of it, beside others.
  testTimeout: full ? 120_000 : 30_000,
  hookTimeout: 120_000,
};

const journeys = {
  globalSetup: ["journeys/vitest-setup.ts"],
  // Pages get more time on a busy machine, like Playwright's own timeouts.
  expect: { poll: { timeout: 10_000 } },
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A worker shares one product and one browser among its files (journeys/shared.ts).
  isolate: false,
  // Concurrent pages share the machine with the product.
  maxConcurrency: 3,
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
          exclude: [loads, ...fullLoads, ...fullOnly],
          setupFiles: ["password-cost", "few-partitions", "few-connections"].map(
            (name) => `apps/api/testing/${name}.ts`,
          ),
          // No test here changes modules or process state: a worker loads the API once.
          isolate: false,
          // They wait for the database half of the time, so run more of them than there are cores.
          // In a full run some of them measure time.
          maxWorkers: full ? 2 : 4,
          // After those that wait, which leave much of two cores to what runs beside them.
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "server",
          ...server,
          include: [
            "packages/{client,link,net}/src/**/*.test.ts",
            "packages/client-python/*.test.ts",
            "apps/{gateway,manager,turnpike}/src/**/*.test.ts",
            "bench/**/*.test.ts",
            "torture/**/*.test.ts",
          ],
          exclude: [loads, ...fullLoads, ...fullOnly, ...aboutTimers],
          // A worker loads the gateway once. Tests mostly wait.
          isolate: false,
          ...waiting,
        },
      },
      {
        test: {
          name: "timers",
          ...server,
          include: aboutTimers,
          ...waiting,
        },
      },
      {
        test: {
          name: "pure",
          ...native,
          include: [
            "packages/{rules,proxy-strings,contract,locales}/src/**/*.test.ts",
            // Real sockets, but no database.
            "apps/wholesale/src/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", ...fullOnly],
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
          exclude: windowless,
          setupFiles: [`${import.meta.dirname}/apps/dashboard/src/testing/setup.ts`],
          testTimeout: 60_000,
          // A worker evaluates the application and Mantine once.
          pool: "threads",
          isolate: false,
        },
      },
      {
        extends: "apps/dashboard/vite.config.ts",
        root: "apps/dashboard",
        test: {
          name: "windowless",
          ...working,
          include: windowless,
          setupFiles: [`${import.meta.dirname}/apps/dashboard/src/testing/windowless.ts`],
          testTimeout: 30_000,
          pool: "threads",
          isolate: false,
        },
      },
      {
        test: {
          name: "journeys",
          ...journeys,
          include: ["journeys/**/*.test.ts"],
          exclude: [...fullOnly, ...fullLoadJourneys],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "timed journeys",
          ...journeys,
          include: fullLoadJourneys,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: "loads",
          ...server,
          include: full ? [`apps/{api,gateway}/src/${loads}`, ...fullLoads] : [],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
