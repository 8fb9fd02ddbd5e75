import { defineModule } from "../module.ts";
import { mailJobs } from "./jobs.ts";
import { deleteMailsTo } from "./store.ts";

export const mailModule = defineModule({
  jobs: mailJobs,
  // Nothing more is mailed to a closed account.
  erase: { hold: (tx, { addresses }) => deleteMailsTo(tx, addresses) },
});
