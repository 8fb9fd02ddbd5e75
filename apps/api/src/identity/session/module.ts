import { defineModule } from "../../platform/module.ts";
import { holdOpenAccount } from "../account/standing.ts";
import { authenticate, authenticateKey, sessionStands } from "./authenticate.ts";
import { sessionCalls } from "./calls.ts";
import { forgetSessions } from "./forget.ts";
import { sessionJobs } from "./jobs.ts";
import { countSessions } from "./list.ts";

export const sessionModule = defineModule({
  calls: sessionCalls,
  jobs: sessionJobs,
  erase: {
    count: async (services, accountId) => ({ sessions: await countSessions(services, accountId) }),
    clear: (_services, tx, { accountIds }) => forgetSessions(tx, accountIds),
  },
  authentication: {
    bySession: authenticate,
    byKey: authenticateKey,
    isSessionValid: sessionStands,
    holdOpenAccount,
  },
});
