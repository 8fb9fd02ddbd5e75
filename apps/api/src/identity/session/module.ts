import { defineModule } from "../../platform/module.ts";
import { refuseInArrears } from "../account/account-lock.ts";
import { passesAsVerified } from "../account/verified-email.ts";
import { authenticate, isLiveToken } from "./authenticate.ts";
import { sessionCalls } from "./calls.ts";
import { sessionJobs } from "./jobs.ts";
import { countSessions } from "./list.ts";
import { deleteEventsOf } from "./store/login-event.ts";
import { deleteSessionsOf } from "./store/session.ts";

export const sessionModule = defineModule({
  calls: sessionCalls,
  jobs: sessionJobs,
  erase: {
    count: async (services, accountId) => ({ sessions: await countSessions(services, accountId) }),
    async clear(_services, tx, { accountIds }) {
      await deleteSessionsOf(tx, accountIds);
      await deleteEventsOf(tx, accountIds);
    },
  },
  recovery: { end: (_services, tx, accountId) => deleteSessionsOf(tx, [accountId]) },
  authentication: {
    bySession: authenticate,
    isSessionValid: isLiveToken,
    isVerified: ({ db }, accountId) => passesAsVerified(db, accountId),
    refuseInArrears,
  },
});
