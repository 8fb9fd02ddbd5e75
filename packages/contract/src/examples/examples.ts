/** An example of every call: a call without one does not compile. */
import type { CallName } from "../calls.ts";
import { accountExamples } from "./account.ts";
import { affiliateExamples } from "./affiliate.ts";
import { cdkeyExamples } from "./cdkey.ts";
import type { Examples } from "./example.ts";
import { geoExamples } from "./geo.ts";
import { moneyExamples } from "./money.ts";
import { poolExamples } from "./pool.ts";
import { securityExamples } from "./security.ts";
import { sessionExamples } from "./session.ts";
import { staticRenewalExamples } from "./static-renewal.ts";
import { staticShortExamples } from "./static-short.ts";
import { staticExamples } from "./static.ts";
import { subAccountExamples } from "./sub-account.ts";
import { trafficExamples } from "./traffic.ts";
import { unlimitedExamples } from "./unlimited.ts";
import { webhookCallExamples } from "./webhook.ts";
import { whitelistExamples } from "./whitelist.ts";

export type { AnyExample } from "./example.ts";

export const examples = {
  ...sessionExamples,
  ...accountExamples,
  ...securityExamples,
  ...moneyExamples,
  ...affiliateExamples,
  ...cdkeyExamples,
  ...geoExamples,
  ...poolExamples,
  ...trafficExamples,
  ...subAccountExamples,
  ...whitelistExamples,
  ...staticExamples,
  ...staticRenewalExamples,
  ...staticShortExamples,
  ...unlimitedExamples,
  ...webhookCallExamples,
} satisfies Examples<CallName>;
