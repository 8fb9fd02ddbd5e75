import { defineModule } from "../../platform/module.ts";
import { mfaCalls } from "./calls.ts";
import { deleteMfaOf } from "./store.ts";

export const mfaModule = defineModule({
  calls: mfaCalls,
  overview: {
    user: (_services, _accountId, { mfaBound }) => ({ mfaBound }),
  },
  recovery: { removeUnverified: (_services, tx, accountId) => deleteMfaOf(tx, [accountId]) },
  undo: { mfa: (_services, tx, { accountId }) => deleteMfaOf(tx, [accountId]) },
  erase: { clear: (_services, tx, { accountIds }) => deleteMfaOf(tx, accountIds) },
});
