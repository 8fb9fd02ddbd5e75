/** Makes an unknown namespace or key a compile error. */
import type words from "@turnpike/locales/en/console.json";
import type identity from "@turnpike/locales/en/identity.json";
import type ledger from "@turnpike/locales/en/ledger.json";
import type palette from "@turnpike/locales/en/palette.json";
import type account from "@turnpike/locales/en/setting-account.json";
import type ui from "@turnpike/locales/en/ui.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "console";
    resources: {
      ui: typeof ui;
      console: typeof words;
      identity: typeof identity;
      ledger: typeof ledger;
      palette: typeof palette;
      "setting-account": typeof account;
    };
  }
}
