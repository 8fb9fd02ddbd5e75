/** Every handler by its call's name; a call without one does not compile. */
import { accountCalls } from "../../identity/account/calls.ts";
import { affiliateCalls } from "../../commerce/affiliate/calls.ts";
import { alertCalls } from "../../across/alert/calls.ts";
import { cdkeyCalls } from "../../products/cdkey/calls.ts";
import { closureCalls } from "../../across/closure/calls.ts";
import { couponCalls } from "../../commerce/coupon/calls.ts";
import { extractionCalls } from "../../products/extraction/calls.ts";
import { findCalls } from "../../across/find/calls.ts";
import { forecastCalls } from "../../across/forecast/calls.ts";
import { geoCalls } from "../../inventory/geo/calls.ts";
import { poolPlaceCalls } from "../../inventory/geo/pool-calls.ts";
import { identityCalls } from "../../identity/identity/calls.ts";
import { ledgerCalls } from "../../ledger/calls.ts";
import { liveCalls } from "../../across/live/calls.ts";
import { mailCodeCalls } from "../../identity/mail-code/calls.ts";
import { mfaCalls } from "../../identity/mfa/calls.ts";
import { monitorCalls } from "../../across/monitor/calls.ts";
import { orderCalls } from "../../commerce/order/calls.ts";
import { paymentCalls } from "../../commerce/payment/calls.ts";
import { ipOpened, poolCalls } from "../../products/pool/calls.ts";
import { proxyTestCalls } from "../../across/proxy-test/calls.ts";
import { requestLogCalls } from "../../across/request-log/calls.ts";
import type { Services } from "../services.ts";
import { sessionCalls } from "../../identity/session/calls.ts";
import { staticCalls } from "../../products/static/calls.ts";
import { subAccountCalls } from "../../products/sub-account/calls.ts";
import { ticketCalls } from "../../identity/ticket/calls.ts";
import { trafficCalls } from "../../products/traffic/calls.ts";
import { unlimitedCalls } from "../../products/unlimited/calls.ts";
import { opened } from "../../products/unlimited/opened.ts";
import { webhookCalls } from "../../across/webhook/calls.ts";
import { whitelistCalls } from "../../products/whitelist/calls.ts";
import { whitePortCalls } from "../../products/whitelisted-port/calls.ts";
import { openedWhitePorts } from "../../products/whitelisted-port/opened.ts";
import type { Afterwards, Handlers } from "./handler.ts";

export function makeHandlers(services: Services): Handlers {
  return {
    ...sessionCalls(services),
    ...accountCalls(services),
    ...mfaCalls(services),
    ...mailCodeCalls(services),
    ...identityCalls(services),
    ...closureCalls(services),
    ...ledgerCalls(services),
    ...orderCalls(services),
    ...couponCalls(services),
    ...ticketCalls(services),
    ...alertCalls(services),
    ...affiliateCalls(services),
    ...cdkeyCalls(services),
    ...paymentCalls(services),
    ...geoCalls(services),
    ...poolPlaceCalls(services),
    ...poolCalls(services),
    ...whitePortCalls(services),
    ...extractionCalls(services),
    ...trafficCalls(services),
    ...requestLogCalls(services),
    ...liveCalls(services),
    ...proxyTestCalls(services),
    ...subAccountCalls(services),
    ...whitelistCalls(services),
    ...staticCalls(services),
    ...unlimitedCalls(services),
    ...monitorCalls(services),
    ...forecastCalls(services),
    ...findCalls(services),
    ...webhookCalls(services),
  };
}

/** What calls wait for once their effect is committed. */
export function makeAfterwards(services: Services): Afterwards {
  return {
    orderUnlimit: (answer) => opened(services, answer),
    ipOpen: (answer) => ipOpened(services, answer),
    whitePortAdd: (answer) => openedWhitePorts(services, answer),
  };
}
