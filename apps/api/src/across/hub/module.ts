import { defineModule } from "../../platform/module.ts";
import { hubJobs } from "./jobs.ts";
import { watchHub } from "./measure.ts";

export const hubModule = defineModule({ jobs: hubJobs, watch: watchHub });
