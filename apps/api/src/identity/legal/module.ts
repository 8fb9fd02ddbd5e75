import { defineModule } from "../../platform/module.ts";
import { consentCalls, readAsked } from "./calls.ts";
import { beforeBuying } from "./consent.ts";

export const legalModule = defineModule({
  calls: consentCalls,
  authentication: { beforeBuying },
  overview: {
    user: async (services, accountId) => ({ consents: await readAsked(services, accountId) }),
    header: async (services, { accountId }) => ({ consents: await readAsked(services, accountId) }),
  },
});
