/** Written by build-steps/paths.ts from @turnpike/contract; do not edit. */
import type { CallName } from "@turnpike/contract/calls.ts";

export const paths = {
  signup: "/v1/signup",
  signin: "/v1/signin",
  signout: "/v1/signout",
  member: "/v1/member",
  headerInit: "/v1/headerInit",
  indexInit: "/v2/indexInit",
  ledger: "/v1/ledger",
  recharge: "/v1/recharge",
  payment: "/v1/payment",
  rechargeList: "/v1/rechargeList",
  priceList: "/v2/priceList",
  quote: "/v1/quote",
  placeOrder: "/v1/order",
  orderList: "/v1/orderList",
  coupons: "/v1/coupons",
  countryV2: "/v2/country",
  cityV2: "/v2/city",
  asnV2: "/v2/asn",
  trafficCity: "/v1/traffic/city",
  trafficServer: "/v1/traffic/server",
  trafficInfo: "/v1/trafficInfo",
  statis: "/v2/statis",
  trafficStatis: "/v1/traffic/statis",
  trafficStatisMonth: "/v1/traffic/statisMonth",
  trafficStatisDomain: "/v1/traffic/statisDomain",
  addSubUser: "/v1/addSubUser",
  subUsers: "/v1/subUsers",
  upSubUser: "/v1/upSubUser",
  delSubUser: "/v1/delSubUser",
  upSubUserLevel: "/v1/upSubUserLevel",
  upSubUserPasswd: "/v1/upSubUserPasswd",
  availableSubUsers: "/v1/availableSubUsers",
  subAccounts: "/v1/subAccounts",
  trafficWhiteList: "/v1/trafficWhiteList",
  addTrafficWhite: "/v1/addTrafficWhite",
  delTrafficWhite: "/v1/delTrafficWhite",
  checkTrafficWhite: "/v1/checkTrafficWhite",
} as const satisfies Record<CallName, string>;

/** Calls that take a `requestId` (contract §1). */
export const onceCalls: ReadonlySet<CallName> = new Set<CallName>([
  "recharge",
  "placeOrder",
]);
