import { defineModule } from "../../platform/module.ts";
import { mailCodeCalls } from "./calls.ts";
import { mailCodeJobs } from "./jobs.ts";
import { deleteCodesOf } from "./store.ts";

export const mailCodeModule = defineModule({
  calls: mailCodeCalls,
  jobs: mailCodeJobs,
  erase: { clear: (_services, tx, closed) => deleteCodesOf(tx, closed) },
});
