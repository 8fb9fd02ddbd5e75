/** Every handler by its call's name; a call without one does not compile. */
import { accountCalls } from "../account/calls.ts";
import { affiliateCalls } from "../affiliate/calls.ts";
import { alertCalls } from "../alert/calls.ts";
import { cdkeyCalls } from "../cdkey/calls.ts";
import { closureCalls } from "../closure/calls.ts";
import { couponCalls } from "../coupon/calls.ts";
import { extractionCalls } from "../extraction/calls.ts";
import { findCalls } from "../find/calls.ts";
import { forecastCalls } from "../forecast/calls.ts";
import { geoCalls } from "../geo/calls.ts";
import { poolPlaceCalls } from "../geo/pool-calls.ts";
import { identityCalls } from "../identity/calls.ts";
import { ledgerCalls } from "../ledger/calls.ts";
import { liveCalls } from "../live/calls.ts";
import { mailCodeCalls } from "../mail-code/calls.ts";
import { mfaCalls } from "../mfa/calls.ts";
import { monitorCalls } from "../monitor/calls.ts";
import { orderCalls } from "../order/calls.ts";
import { paymentCalls } from "../payment/calls.ts";
import { ipOpened, poolCalls } from "../pool/calls.ts";
import { proxyTestCalls } from "../proxy-test/calls.ts";
import { requestLogCalls } from "../request-log/calls.ts";
import type { Services } from "../services.ts";
import { sessionCalls } from "../session/calls.ts";
import { staticCalls } from "../static/calls.ts";
import { subAccountCalls } from "../sub-account/calls.ts";
import { ticketCalls } from "../ticket/calls.ts";
import { trafficCalls } from "../traffic/calls.ts";
import { unlimitedCalls } from "../unlimited/calls.ts";
import { opened } from "../unlimited/opened.ts";
import { webhookCalls } from "../webhook/calls.ts";
import { whitelistCalls } from "../whitelist/calls.ts";
import { whitePortCalls } from "../white-port/calls.ts";
import { openedWhitePorts } from "../white-port/opened.ts";
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
