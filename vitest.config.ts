import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          include: [
            "packages/{client,link,net}/src/**/*.test.ts",
            "apps/{api,gateway,manager,turnpike}/src/**/*.test.ts",
            "bench/**/*.test.ts",
            "torture/**/*.test.ts",
          ],
          globalSetup: ["apps/api/src/db/vitest-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Two at once, also where cores are few: each has a database and ports of its own, and
          // waits for its product more than it works.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "pure",
          include: ["packages/{rules,contract,locales}/src/**/*.test.ts", "tools/**/*.test.ts"],
          testTimeout: 30_000,
          // Nothing there measures time or shares a port: two at once, also where cores are few.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: "apps/dashboard/vite.config.ts",
        root: "apps/dashboard",
        test: {
          name: "dashboard",
          environment: "jsdom",
          include: ["src/**/*.test.{ts,tsx}"],
          testTimeout: 30_000,
          // As with what is pure.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Pages that are looked at side by side share a machine with the product itself.
          maxConcurrency: 3,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
