import { defineModule } from "../module.ts";
import { mailJobs } from "./jobs.ts";
import type { AnySetting } from "../setting/setting.ts";
import { ownMailTextsSetting } from "./own-texts.ts";
import { mailServerSetting } from "./server.ts";
import { deleteMailsTo } from "./store.ts";

export const mailModule = defineModule({
  jobs: mailJobs,
  settings: [mailServerSetting, ownMailTextsSetting as AnySetting],
  // No further mail is sent to a closed account.
  erase: { lock: (tx, { addresses }) => deleteMailsTo(tx, addresses) },
});
