import { defineModule } from "../../platform/module.ts";
import { bindingsOf, forgetIdentities } from "./bindings.ts";
import { identityCalls } from "./calls.ts";
import { identityJobs } from "./jobs.ts";

export const identityModule = defineModule({
  calls: identityCalls,
  jobs: identityJobs,
  overview: {
    user: async ({ db }, accountId) => ({ bindings: await bindingsOf(db, accountId) }),
  },
  erase: {
    count: async ({ db }, accountId) => {
      const bindings = await bindingsOf(db, accountId);
      return { linkedLogins: Object.values(bindings).filter(({ bound }) => bound).length };
    },
    clear: (_services, tx, { accountIds }) => forgetIdentities(tx, accountIds),
  },
});
