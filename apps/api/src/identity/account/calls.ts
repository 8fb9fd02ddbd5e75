/** The account overview, and its small settings (spec/accounts#calls). */
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { setInvoiceTitle } from "./invoice-title.ts";
import { readHeader, readHome } from "./overview.ts";
import { setLang } from "./settings.ts";
import { readUser } from "./user.ts";

type AccountCalls = Pick<
  Handlers,
  "member" | "headerInit" | "indexInit" | "upInvoiceTitle" | "upLang"
>;

export function accountCalls(services: Services): AccountCalls {
  const { db } = services;
  return {
    async member(_question, caller) {
      const user = await readUser(services, caller.accountId);
      // Hidden from API keys: it has no expiry and no network limits, so a key could use it to
      // evade its own.
      return caller.key?.id ? { ...user, accessKey: "" } : user;
    },
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
