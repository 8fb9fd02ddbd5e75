import { defineModule } from "../../platform/module.ts";
import { cdkeyCalls } from "./calls.ts";
import { eraseCdkeys } from "./erase.ts";
import { cdkeyChecks } from "./verify.ts";

export const cdkeyModule = defineModule({
  calls: cdkeyCalls,
  erase: { clear: (_services, tx, { accountIds }) => eraseCdkeys(tx, accountIds) },
  verify: cdkeyChecks,
});
