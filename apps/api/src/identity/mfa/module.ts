import { defineModule } from "../../platform/module.ts";
import { mfaCalls } from "./calls.ts";
import { mfaBound } from "./require.ts";
import { deleteMfaOf } from "./store.ts";

export const mfaModule = defineModule({
  calls: mfaCalls,
  overview: {
    user: async ({ db }, accountId) => ({ mfaBound: await mfaBound(db, accountId) }),
  },
  recovery: { removeUnverified: (_services, tx, accountId) => deleteMfaOf(tx, [accountId]) },
  undo: { mfa: (_services, tx, { accountId }) => deleteMfaOf(tx, [accountId]) },
  erase: { clear: (_services, tx, { accountIds }) => deleteMfaOf(tx, accountIds) },
});
