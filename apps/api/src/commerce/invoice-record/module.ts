import { defineModule } from "../../platform/module.ts";
import { eraseEmails } from "./store/documents.ts";
import { invoiceChecks } from "./verify.ts";

/** The most documents whose e-mail is erased at once. */
const AT_ONCE = 5_000;

export const invoiceRecordModule = defineModule({
  erase: {
    clear: (_services, tx, { accountIds }) => eraseEmails(tx, accountIds, { limit: AT_ONCE }),
  },
  verify: invoiceChecks,
});
