import { defineModule } from "../../platform/module.ts";
import { bindingsIn, bindingsOf } from "./bindings.ts";
import { identityCalls } from "./calls.ts";
import { identityJobs } from "./jobs.ts";
import { deleteIdentitiesOf, deleteOneIdentity } from "./store.ts";

export const identityModule = defineModule({
  calls: identityCalls,
  jobs: identityJobs,
  overview: {
    user: async ({ db }, accountId, { hasLinkedLogin }) => ({
      bindings: hasLinkedLogin ? await bindingsOf(db, accountId) : bindingsIn([]),
    }),
  },
  recovery: { removeUnverified: (_services, tx, accountId) => deleteIdentitiesOf(tx, [accountId]) },
  undo: {
    login: (_services, tx, { accountId, details }) => deleteOneIdentity(tx, accountId, details),
  },
  erase: {
    count: async ({ db }, accountId) => {
      const bindings = await bindingsOf(db, accountId);
      return { linkedLogins: Object.values(bindings).filter(({ bound }) => bound).length };
    },
    // The person may register again.
    clear: (_services, tx, { accountIds }) => deleteIdentitiesOf(tx, accountIds),
  },
});
