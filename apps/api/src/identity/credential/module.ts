import { defineModule } from "../../platform/module.ts";
import { restoreSecureEmail } from "../account/addresses.ts";
import { credentialCalls } from "./calls.ts";
import { preparePassword } from "./new-password.ts";

export const credentialModule = defineModule({
  calls: credentialCalls,
  preparePassword,
  undo: {
    secureMail: (_services, tx, { accountId, details }) =>
      restoreSecureEmail(tx, accountId, details),
  },
});
