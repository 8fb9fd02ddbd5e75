/** What the clock starts for traffic. */
import type { Job } from "../jobs.ts";
import { forgetReports } from "./reports.ts";

/** A gateway's journal is replayed within minutes of its return; a week is far beyond. */
const keptMs = 7 * 24 * 3_600_000;

export const trafficJobs: Job[] = [
  {
    name: "usage-reports-forget",
    everySeconds: 600,
    run: ({ db, world }) => forgetReports(db, new Date(world.now() - keptMs)),
  },
];
