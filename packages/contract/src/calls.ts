/** Every call there is. The API must handle each, or it does not compile. */
import {
  cancel,
  cancelInfo,
  headerInit,
  indexInit,
  ledger,
  member,
  upAccessKey,
  upInvoiceTitle,
  upLang,
} from "./account.ts";
import {
  getProfit,
  invitations,
  profitList,
  profitRecord,
  shareChart,
  shareInfo,
  upShareCode,
} from "./affiliate.ts";
import { alerts } from "./alert.ts";
import { cdkeyMake, cdkeyRecord, cdkeys, cdkeyUse } from "./cdkey.ts";
import { asnV2, cityV2, countryV2, trafficCity, trafficServer } from "./geo.ts";
import { gBind, gLogin, loginOptions } from "./identity.ts";
import { live } from "./live.ts";
import { mailCode, secureMail } from "./mail-code.ts";
import { bindMFa, mfaApp, mfaSecret, unbindMFa } from "./mfa.ts";
import { coupons, orderList, placeOrder, priceList, quote } from "./order.ts";
import { payment, recharge, rechargeList } from "./payment.ts";
import { proxyTest } from "./proxy-test.ts";
import { requestLog } from "./request-log.ts";
import {
  endSessions,
  loginLog,
  moreLogin,
  repwd,
  sessions,
  signin,
  signout,
  signup,
  upPwd,
  upTokenCache,
  webauto,
} from "./session.ts";
import {
  addSubUser,
  availableSubUsers,
  delSubUser,
  subAccounts,
  subUsers,
  upSubUser,
  upSubUserLevel,
  upSubUserPasswd,
} from "./sub-account.ts";
import { ticket } from "./ticket.ts";
import {
  statis,
  trafficInfo,
  trafficStatis,
  trafficStatisDomain,
  trafficStatisMonth,
} from "./traffic.ts";
import {
  addTrafficWhite,
  checkTrafficWhite,
  delTrafficWhite,
  trafficWhiteList,
} from "./whitelist.ts";

export const calls = {
  signup,
  signin,
  gLogin,
  repwd,
  mailCode,
  signout,
  moreLogin,
  gBind,
  loginOptions,
  webauto,
  member,
  headerInit,
  indexInit,
  upPwd,
  secureMail,
  cancelInfo,
  cancel,
  upTokenCache,
  sessions,
  endSessions,
  loginLog,
  upAccessKey,
  upInvoiceTitle,
  upLang,
  mfaApp,
  mfaSecret,
  bindMFa,
  unbindMFa,
  ledger,
  recharge,
  payment,
  rechargeList,
  priceList,
  quote,
  placeOrder,
  orderList,
  coupons,
  ticket,
  alerts,
  shareInfo,
  getProfit,
  profitRecord,
  profitList,
  invitations,
  shareChart,
  upShareCode,
  cdkeyMake,
  cdkeys,
  cdkeyUse,
  cdkeyRecord,
  countryV2,
  cityV2,
  asnV2,
  trafficCity,
  trafficServer,
  trafficInfo,
  statis,
  trafficStatis,
  trafficStatisMonth,
  trafficStatisDomain,
  requestLog,
  live,
  proxyTest,
  addSubUser,
  subUsers,
  upSubUser,
  delSubUser,
  upSubUserLevel,
  upSubUserPasswd,
  availableSubUsers,
  subAccounts,
  trafficWhiteList,
  addTrafficWhite,
  delTrafficWhite,
  checkTrafficWhite,
};
export type Calls = typeof calls;
export type CallName = keyof Calls;
