import { defineModule } from "../module.ts";
import { requestJobs } from "./jobs.ts";
import { forgetAnswers } from "./idempotency.ts";

export const requestModule = defineModule({
  jobs: requestJobs,
  erase: { clear: (_services, tx, { accountIds }) => forgetAnswers(tx, accountIds) },
});
