import { defineModule } from "../../platform/module.ts";
import { refundJobs } from "./jobs.ts";
import { refundChecks } from "./verify.ts";

export const refundModule = defineModule({ jobs: refundJobs, verify: refundChecks });
