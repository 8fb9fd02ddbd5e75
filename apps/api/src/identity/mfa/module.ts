import { defineModule } from "../../platform/module.ts";
import { mfaCalls } from "./calls.ts";
import { forgetMfaOf } from "./forget.ts";
import { mfaBound } from "./require.ts";

export const mfaModule = defineModule({
  calls: mfaCalls,
  overview: {
    user: async ({ db }, accountId) => ({ mfaBound: await mfaBound(db, accountId) }),
  },
  erase: { clear: (_services, tx, { accountIds }) => forgetMfaOf(tx, accountIds) },
});
