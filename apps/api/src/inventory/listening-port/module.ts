import { defineModule } from "../../platform/module.ts";
import { gatePortJobs } from "./jobs.ts";

export const listeningPortModule = defineModule({ jobs: gatePortJobs });
