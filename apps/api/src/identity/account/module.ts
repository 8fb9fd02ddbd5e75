import { defineModule } from "../../platform/module.ts";
import { announceArrears } from "./arrears.ts";
import { accountCalls } from "./calls.ts";
import { eraseHolder } from "./erase.ts";
import { deleteInvoiceTitles } from "./store/invoice-title.ts";

export const accountModule = defineModule({
  calls: accountCalls,
  arrears: announceArrears,
  erase: {
    close: (services, tx, { accountId }) => eraseHolder(services, tx, accountId),
    clear: (_services, tx, { accountIds }) => deleteInvoiceTitles(tx, accountIds),
  },
});
