import { defineModule } from "../module.ts";
import { forgetMails } from "./forget.ts";
import { mailJobs } from "./jobs.ts";

export const mailModule = defineModule({
  jobs: mailJobs,
  // What was to be mailed to the account is not sent any more.
  erase: { hold: (tx, { addresses }) => forgetMails(tx, addresses) },
});
