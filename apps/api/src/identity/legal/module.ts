import { defineModule } from "../../platform/module.ts";
import type { AnySetting } from "../../platform/setting/setting.ts";
import { askedDocumentsSetting, readAsked } from "./asked.ts";
import { consentCalls } from "./calls.ts";
import { beforeBuying } from "./consent.ts";

export const legalModule = defineModule({
  calls: consentCalls,
  authentication: { beforeBuying },
  overview: {
    user: async (services, accountId) => ({ consents: await readAsked(services, accountId) }),
  },
  settings: [askedDocumentsSetting as AnySetting],
});
