import { defineModule } from "../../platform/module.ts";
import { accountCalls } from "./calls.ts";
import { forgetHolder, forgetInvoiceTitles } from "./erase.ts";

export const accountModule = defineModule({
  calls: accountCalls,
  erase: {
    close: (services, tx, { accountId }) => forgetHolder(services, tx, accountId),
    clear: (_services, tx, { accountIds }) => forgetInvoiceTitles(tx, accountIds),
  },
});
