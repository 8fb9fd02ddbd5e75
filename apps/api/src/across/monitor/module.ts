import { defineModule } from "../../platform/module.ts";
import { monitorCalls } from "./calls.ts";
import { monitorJobs } from "./jobs.ts";

export const monitorModule = defineModule({ calls: monitorCalls, jobs: monitorJobs });
