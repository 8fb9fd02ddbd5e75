import { defineModule } from "../../platform/module.ts";
import { monitorCalls } from "./calls.ts";
import { monitorJobs } from "./jobs.ts";

/** The monitor shows a day, which starts with a whole minute. */
const keptMs = 25 * 3_600_000;
const byMinute = { column: "minute", type: "instant", step: "quarterDay", keptMs } as const;

export const monitorModule = defineModule({
  calls: monitorCalls,
  jobs: monitorJobs,
  partitions: [
    { table: "plan_minute", ...byMinute },
    { table: "worker_minute", ...byMinute },
  ],
});
