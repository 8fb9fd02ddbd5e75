/** The account overview, and its small settings (spec/accounts#calls). */
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
      // Hidden from API keys: it has no expiry and no network limits, so a key could use it to
      // evade its own.
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
