/** Scheduled jobs of the monitor. */
import type { Job } from "../../platform/jobs.ts";
import { writeMinutes } from "./write.ts";

export const monitorJobs: Job[] = [
  {
    name: "write-monitor-minutes",
    // Runs in every process, as each has its own samples in memory.
    everySeconds: 5,
    run: (services) => writeMinutes(services),
  },
];
