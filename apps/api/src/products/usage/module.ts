import { usageRetentionMs } from "@turnpike/rules/usage.ts";
import { defineModule } from "../../platform/module.ts";
import { eraseUsage } from "./store/erase.ts";
import { foldRecent } from "./store/fold.ts";
import { usageChecks } from "./verify.ts";

/** Batches folded per run, at most; the next run continues. */
const maxSteps = 200;

const cells = (level: string) => ({
  table: `usage_cell_${level}`,
  column: "at",
  type: "instant" as const,
  step: "month" as const,
  keptMs: usageRetentionMs,
});

export const usageModule = defineModule({
  jobs: [
    {
      name: "fold-usage",
      everySeconds: 10,
      run: async ({ db }) => {
        for (let step = 0; step < maxSteps; step += 1) if ((await foldRecent(db)) === 0) return;
      },
    },
  ],
  partitions: [cells("hour"), cells("day"), cells("month")],
  erase: { clear: (_services, tx, { accountIds }) => eraseUsage(tx, accountIds) },
  verify: usageChecks,
});
