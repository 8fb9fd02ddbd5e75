import { defineModule } from "../../platform/module.ts";
import { mfaCalls } from "./calls.ts";
import { forgetMfaOf } from "./forget.ts";

export const mfaModule = defineModule({
  calls: mfaCalls,
  erase: { clear: (_services, tx, { accountIds }) => forgetMfaOf(tx, accountIds) },
});
