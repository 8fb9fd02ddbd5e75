import { defineModule } from "../../platform/module.ts";
import { changeAccessKey } from "./access-key.ts";
import { announceArrears } from "./arrears.ts";
import { accountCalls } from "./calls.ts";
import { eraseHolder } from "./erase.ts";
import { setSecureEmail } from "./store/account.ts";
import { deleteInvoiceTitles } from "./store/invoice-title.ts";
import { removeInviter } from "./store/update-account.ts";

export const accountModule = defineModule({
  calls: accountCalls,
  arrears: announceArrears,
  erase: {
    close: (services, tx, { accountId }) => eraseHolder(services, tx, accountId),
    clear: (_services, tx, { accountIds }) => deleteInvoiceTitles(tx, accountIds),
  },
  recovery: {
    async end(services, tx, accountId) {
      await changeAccessKey(services, tx, accountId);
    },
    async removeUnverified(_services, tx, accountId) {
      await setSecureEmail(tx, accountId, null);
      await removeInviter(tx, accountId);
    },
  },
});
