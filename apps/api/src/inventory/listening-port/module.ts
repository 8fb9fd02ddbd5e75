import { defineModule } from "../../platform/module.ts";
import { leasedPortJobs } from "./jobs.ts";

export const listeningPortModule = defineModule({ jobs: leasedPortJobs });
