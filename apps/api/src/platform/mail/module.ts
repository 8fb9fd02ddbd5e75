import { defineModule } from "../module.ts";
import { mailJobs } from "./jobs.ts";
import { mailServerSetting } from "./server.ts";
import { deleteMailsTo } from "./store.ts";

export const mailModule = defineModule({
  jobs: mailJobs,
  settings: [mailServerSetting],
  // No further mail is sent to a closed account.
  erase: { lock: (tx, { addresses }) => deleteMailsTo(tx, addresses) },
});
