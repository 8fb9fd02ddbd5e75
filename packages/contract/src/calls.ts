/** All calls of the API. The API does not compile unless it handles each of them. */
import { accountCalls } from "./account.ts";
import { accountViewCalls } from "./account-view.ts";
import { affiliateCalls } from "./affiliate.ts";
import { alertCalls } from "./alert.ts";
import { apiKeyCalls } from "./api-key.ts";
import { cardCalls } from "./card.ts";
import { cdkeyCalls } from "./cdkey.ts";
import { cheapestPlanCalls } from "./cheapest-plan.ts";
import { closureCalls } from "./closure.ts";
import { couponCalls } from "./coupon.ts";
import { extractionCalls } from "./extraction.ts";
import { findCalls } from "./find.ts";
import { forecastCalls } from "./forecast.ts";
import { geoCalls } from "./geo.ts";
import { identityCalls } from "./identity.ts";
import { identityCheckCalls } from "./identity-check.ts";
import { ledgerCalls } from "./ledger.ts";
import { legalCalls } from "./legal.ts";
import { liveCalls } from "./live.ts";
import { mailCodeCalls } from "./mail-code.ts";
import { mfaCalls } from "./mfa.ts";
import { monitorCalls } from "./monitor.ts";
import { orderCalls } from "./order.ts";
import { paymentCalls } from "./payment.ts";
import { poolCalls } from "./pool.ts";
import { proxyTestCalls } from "./proxy-test.ts";
import { requestLogCalls } from "./request-log.ts";
import { securityCalls } from "./security.ts";
import { signInCalls } from "./sign-in.ts";
import { staticOwnCalls } from "./static-own.ts";
import { staticRenewalCalls } from "./static-renewal.ts";
import { staticShortCalls } from "./static-short.ts";
import { staticTakeCalls } from "./static-take.ts";
import { subAccountCalls } from "./sub-account.ts";
import { ticketCalls } from "./ticket.ts";
import { teamCalls } from "./team.ts";
import { trafficCalls } from "./traffic.ts";
import { usageCalls } from "./usage.ts";
import { unlimitedPlanCalls } from "./unlimited-plan.ts";
import { unlimitedPortCalls } from "./unlimited-port.ts";
import { webhookCalls } from "./webhook.ts";
import { whitelistedPortCalls } from "./whitelisted-port.ts";
import { whitelistCalls } from "./whitelist.ts";
import { withdrawCalls } from "./withdraw.ts";

export const calls = {
  ...signInCalls,
  ...accountViewCalls,
  ...securityCalls,
  ...apiKeyCalls,
  ...teamCalls,
  ...identityCalls,
  ...mailCodeCalls,
  ...mfaCalls,
  ...accountCalls,
  ...closureCalls,
  ...identityCheckCalls,
  ...legalCalls,
  ...alertCalls,
  ...ledgerCalls,
  ...orderCalls,
  ...couponCalls,
  ...paymentCalls,
  ...cardCalls,
  ...ticketCalls,
  ...affiliateCalls,
  ...withdrawCalls,
  ...cdkeyCalls,
  ...forecastCalls,
  ...findCalls,
  ...webhookCalls,
  ...geoCalls,
  ...poolCalls,
  ...extractionCalls,
  ...whitelistedPortCalls,
  ...trafficCalls,
  ...usageCalls,
  ...cheapestPlanCalls,
  ...requestLogCalls,
  ...liveCalls,
  ...proxyTestCalls,
  ...subAccountCalls,
  ...whitelistCalls,
  ...staticTakeCalls,
  ...staticOwnCalls,
  ...staticRenewalCalls,
  ...staticShortCalls,
  ...unlimitedPlanCalls,
  ...unlimitedPortCalls,
  ...monitorCalls,
};
export type Calls = typeof calls;
export type CallName = keyof Calls;
