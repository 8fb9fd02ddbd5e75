/** Scheduled jobs of the monitor. */
import type { Job } from "../../platform/jobs.ts";
import { deleteOldMinutes } from "./store.ts";
import { writeMinutes } from "./write.ts";

/** A day is shown, and the minute in which it began. */
const keptMs = 25 * 3_600_000;

export const monitorJobs: Job[] = [
  {
    name: "monitor-minutes",
    // Runs in every process: each has its own seconds in memory.
    everySeconds: 5,
    run: (services) => writeMinutes(services),
  },
  {
    name: "monitor-forget",
    everySeconds: 600,
    run: ({ db, world }) => deleteOldMinutes(db, new Date(world.now() - keptMs)),
  },
];
