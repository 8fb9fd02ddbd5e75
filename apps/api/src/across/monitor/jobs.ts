/** What the clock starts for the monitor. */
import type { Job } from "../../platform/jobs.ts";
import { deleteOldMinutes } from "./store.ts";
import { writeMinutes } from "./write.ts";

/** A day is shown, and the minute that it began in. */
const keptMs = 25 * 3_600_000;

export const monitorJobs: Job[] = [
  {
    name: "monitor-minutes",
    // Not the schedule's: each process has seconds of its own in memory.
    everySeconds: 5,
    run: (services) => writeMinutes(services),
  },
  {
    name: "monitor-forget",
    everySeconds: 600,
    run: ({ db, world }) => deleteOldMinutes(db, new Date(world.now() - keptMs)),
  },
];
