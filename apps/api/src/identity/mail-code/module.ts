import { defineModule } from "../../platform/module.ts";
import { mailCodeCalls } from "./calls.ts";
import { forgetCodes } from "./forget.ts";
import { mailCodeJobs } from "./jobs.ts";

export const mailCodeModule = defineModule({
  calls: mailCodeCalls,
  jobs: mailCodeJobs,
  erase: { clear: (_services, tx, closed) => forgetCodes(tx, closed) },
});
