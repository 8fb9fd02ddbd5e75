import { shownIdentity } from "@turnpike/rules/identity.ts";
import { defineModule } from "../../platform/module.ts";
import { identityCheckCalls } from "./calls.ts";
import { identityJobs } from "./jobs.ts";
import { documentRoutes } from "./receive.ts";
import { deleteChecks } from "./store/checks.ts";
import { deleteDocumentsOf } from "./store/documents.ts";
import { queueRedactions } from "./store/redactions.ts";

export const identityCheckModule = defineModule({
  calls: identityCheckCalls,
  routes: documentRoutes,
  jobs: identityJobs,
  overview: {
    user: (_services, _accountId, { identityStage }) => ({
      identity: shownIdentity(identityStage),
    }),
  },
  erase: {
    clear: async (_services, tx, { accountIds }) => {
      await deleteDocumentsOf(tx, accountIds);
      await queueRedactions(tx, accountIds);
      await deleteChecks(tx, accountIds);
    },
  },
});
