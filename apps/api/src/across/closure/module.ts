import { defineModule } from "../../platform/module.ts";
import { closureCalls } from "./calls.ts";
import { closureJobs } from "./jobs.ts";

export const closureModule = defineModule({ calls: closureCalls, jobs: closureJobs });
