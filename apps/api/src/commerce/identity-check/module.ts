import { shownIdentity } from "@turnpike/rules/identity.ts";
import { defineModule } from "../../platform/module.ts";
import { deleteChecks, stageOf } from "./store.ts";

export const identityCheckModule = defineModule({
  overview: {
    user: async ({ db }, accountId) => ({ identity: shownIdentity(await stageOf(db, accountId)) }),
  },
  erase: { clear: (_services, tx, { accountIds }) => deleteChecks(tx, accountIds) },
});
