/** The account at a glance, and its small settings (spec/accounts#calls). */
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { readHeader, readHome } from "./overview.ts";
import { setLang } from "./settings.ts";
import { saveInvoiceTitle } from "./store/invoice-title.ts";
import { readUser } from "./user.ts";

type AccountCalls = Pick<
  Handlers,
  "member" | "headerInit" | "indexInit" | "upInvoiceTitle" | "upLang"
>;

export function accountCalls(services: Services): AccountCalls {
  const { db } = services;
  return {
    async member(_question, asker) {
      const user = await readUser(services, asker.accountId);
      // It has neither an expiry nor networks, which an API key could shake off by reading it.
      return asker.key?.id ? { ...user, accessKey: "" } : user;
    },
    headerInit: (_question, asker) => readHeader(services, asker),
    indexInit: (_question, asker) => readHome(services, asker),

    async upInvoiceTitle({ title, taxId = null, address = null, country = null }, asker) {
      const invoiceTitle = { title, taxId, address, country };
      await saveInvoiceTitle(db, asker.accountId, invoiceTitle);
      return { invoiceTitle };
    },

    async upLang({ language }, asker) {
      await setLang(db, asker.accountId, language);
      return { lang: language };
    },
  };
}
