/** What the clock starts for sub-accounts. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Job } from "../../platform/jobs.ts";
import { removeOldDays } from "./store/days.ts";

/** Longer than any month. */
const keptMs = 62 * dayMs;

export const subAccountJobs: Job[] = [
  {
    name: "sub-account-days-forget",
    everySeconds: 3_600,
    run: ({ db, world }) => removeOldDays(db, new Date(world.now() - keptMs)),
  },
];
