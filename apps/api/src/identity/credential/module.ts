import { defineModule } from "../../platform/module.ts";
import { restoreSecureEmail } from "../account/addresses.ts";
import { credentialCalls } from "./calls.ts";

export const credentialModule = defineModule({
  calls: credentialCalls,
  undo: {
    secureMail: (_services, tx, { accountId, details }) =>
      restoreSecureEmail(tx, accountId, details),
  },
});
