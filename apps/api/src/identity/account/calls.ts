/** The account overview, and its small settings (spec/accounts#calls). */
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { setInvoiceTitle } from "./invoice-title.ts";
import { readHeader, readHome } from "./overview.ts";
import { setLang } from "./settings.ts";
import { readUserFor } from "./user.ts";

type AccountCalls = Pick<
  Handlers,
  "member" | "headerInit" | "indexInit" | "upInvoiceTitle" | "upLang"
>;

export function accountCalls(services: Services): AccountCalls {
  const { db } = services;
  return {
    member: (_question, caller) => readUserFor(services, caller),
    headerInit: (_question, caller) => readHeader(services, caller),
    indexInit: (_question, caller) => readHome(services, caller),

    async upInvoiceTitle(question, { accountId }) {
      const invoiceTitle = await setInvoiceTitle(services, accountId, question);
      return { invoiceTitle, vatIdState: invoiceTitle.vatIdState };
    },

    async upLang({ language }, caller) {
      await setLang(db, caller.accountId, language);
      return { lang: language };
    },
  };
}
