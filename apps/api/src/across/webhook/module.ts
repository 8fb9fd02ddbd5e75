import { defineModule } from "../../platform/module.ts";
import { webhookCalls } from "./calls.ts";
import { queueDeliveries } from "./emit.ts";
import { webhookJobs } from "./jobs.ts";
import { watchWebhooks } from "./metrics.ts";
import { searchWebhooks } from "./store/search.ts";
import { eraseWebhooks } from "./store/webhooks.ts";

export const webhookModule = defineModule({
  calls: webhookCalls,
  jobs: webhookJobs,
  erase: { clear: (_services, tx, { accountIds }) => eraseWebhooks(tx, accountIds) },
  recovery: { removeUnverified: (_services, tx, accountId) => eraseWebhooks(tx, [accountId]) },
  search: (query) => [searchWebhooks(query)],
  events: queueDeliveries,
  watch: watchWebhooks,
});
