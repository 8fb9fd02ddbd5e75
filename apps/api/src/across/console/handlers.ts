/** The handlers of all calls; a missing one is a compile error. */
import type { Services } from "../../platform/services.ts";
import { abuseHandlers } from "./abuse-handlers.ts";
import { boughtHandlers } from "./bought-handlers.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { brandHandlers } from "./brand-handlers.ts";
import { headHandlers } from "./head-handlers.ts";
import { importHandlers } from "./import-handlers.ts";
import { costHandlers } from "./cost-handlers.ts";
import { customerActHandlers } from "./customer-act-handlers.ts";
import { customerHandlers } from "./customer-handlers.ts";
import { identityHandlers } from "./identity-handlers.ts";
import { mailHandlers } from "./mail-handlers.ts";
import { mailServerHandlers } from "./mail-server-handlers.ts";
import { legalHandlers } from "./legal-handlers.ts";
import { invoiceHandlers } from "./invoice-handlers.ts";
import { moneyHandlers } from "./money-handlers.ts";
import { paymentKeyHandlers } from "./payment-key-handlers.ts";
import { payoutHandlers } from "./payout-handlers.ts";
import { policyHandlers } from "./policy-handlers.ts";
import { poolHandlers } from "./pool-handlers.ts";
import { groupHandlers } from "./group-handlers.ts";
import { promoHandlers } from "./promo-handlers.ts";
import { disposableMailHandlers } from "./disposable-mail-handlers.ts";
import { staffAlertHandlers } from "./staff-alert-handlers.ts";
import { rateHandlers } from "./rate-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { productHandlers } from "./product-handlers.ts";
import { setUpHandlers } from "./set-up-handlers.ts";
import { shopHandlers } from "./shop-handlers.ts";
import { staffHandlers } from "./staff-handlers.ts";
import { supplyHandlers } from "./supply-handlers.ts";
import { taxHandlers } from "./tax-handlers.ts";
import { upstreamHandlers } from "./upstream-handlers.ts";

export function consoleHandlers(services: Services): ConsoleHandlers {
  return {
    ...sessionHandlers(services),
    ...staffHandlers(services),
    ...customerHandlers(services),
    ...customerActHandlers(services),
    ...importHandlers(services),
    ...moneyHandlers(services),
    ...invoiceHandlers(services),
    ...paymentKeyHandlers(services),
    ...payoutHandlers(services),
    ...costHandlers(services),
    ...supplyHandlers(services),
    ...upstreamHandlers(services),
    ...boughtHandlers(services),
    ...productHandlers(services),
    ...shopHandlers(services),
    ...promoHandlers(services),
    ...groupHandlers(services),
    ...taxHandlers(services),
    ...abuseHandlers(services),
    ...identityHandlers(services),
    ...mailHandlers(services),
    ...mailServerHandlers(services),
    ...policyHandlers(services),
    ...poolHandlers(services),
    ...rateHandlers(services),
    ...staffAlertHandlers(services),
    ...disposableMailHandlers(services),
    ...setUpHandlers(services),
    ...brandHandlers(services),
    ...headHandlers(services),
    ...legalHandlers(services),
  };
}
