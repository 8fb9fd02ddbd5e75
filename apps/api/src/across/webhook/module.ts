import { defineModule } from "../../platform/module.ts";
import { foundWebhooks } from "./store/search.ts";
import { webhookCalls } from "./calls.ts";
import { queueDeliveries } from "./emit.ts";
import { forgetWebhooks } from "./forget.ts";
import { webhookJobs } from "./jobs.ts";
import { watchWebhooks } from "./metrics.ts";

export const webhookModule = defineModule({
  calls: webhookCalls,
  jobs: webhookJobs,
  erase: { clear: (_services, tx, { accountIds }) => forgetWebhooks(tx, accountIds) },
  search: (sought) => [foundWebhooks(sought)],
  events: queueDeliveries,
  watch: watchWebhooks,
});
