/** Which cached answers a change makes stale. A noun has calls that show it; a change touches nouns. */
import type { CallName } from "@turnpike/contract/calls.ts";

const shownBy = {
  header: ["headerInit"],
  member: ["member", "headerInit"],
  protection: ["member", "headerInit", "sessions", "loginLog"],
  apiKeys: ["apiKeys", "loginLog"],
  team: ["team", "teamActs"],
  webhooks: ["webhooks", "webhookDeliveries", "loginLog"],
  alerts: ["alerts", "headerInit"],
  cards: ["cards", "autoTopUp"],
  subAccounts: ["subUsers", "availableSubUsers", "subAccounts", "trafficInfo"],
  whitelist: ["trafficWhiteList", "checkTrafficWhite"],
  whitelistedPorts: ["whitePorts"],
  extractionLinks: ["apiLinks"],
  recharges: ["rechargeList"],
  autoRenewal: ["staticUseList", "staticIndex", "staticInfo", "forecast"],
  staticIps: ["staticIndex", "staticList", "staticUseList", "staticInfo", "staticHistory"],
  renewalQuotes: ["staticMoreInfo"],
  shortIps: ["shortIndex", "shortServers", "shortUsed", "shortHistory"],
  plans: ["portOrders", "portOrder", "bandwidthOrders", "bandwidthOrder"],
  regions: ["portServers", "bandwidthServers", "portRegion", "bandwidthRegion"],
  coupons: ["coupons", "indexInit"],
  openedIps: ["ipList", "ipHistory", "ipHistoryNoUser", "ipPassInfo", "ipLineChart"],
  balances: ["member", "headerInit", "indexInit", "trafficInfo", "subUsers", "availableSubUsers"],
  cdkeys: ["cdkeys", "cdkeyRecord"],
  profit: ["shareInfo", "profitRecord", "profitList", "ledger"],
  money: [
    "forecast",
    "coupons",
    "orderList",
    "rechargeList",
    "ledger",
    "staticIndex",
    "shortIndex",
  ],
} as const satisfies Record<string, readonly CallName[]>;
type Noun = keyof typeof shownBy;

const paid: readonly Noun[] = ["balances", "money", "plans"];
const touches: Partial<Record<CallName, readonly Noun[]>> = {
  payment: paid,
  placeOrder: paid,
  promo: ["coupons"],
  recharge: ["recharges"],
  getProfit: ["profit", "balances"],
  upShareCode: ["profit", "member"],
  cdkeyMake: ["cdkeys", "balances"],
  cdkeyUse: ["cdkeys", "balances"],
  upLang: ["member"],
  upInvoiceTitle: ["member"],
  alerts: ["alerts"],
  cardDel: ["cards"],
  autoTopUp: ["cards"],
  moreLogin: ["protection"],
  upTokenCache: ["protection"],
  endSessions: ["protection"],
  verifyMail: ["member"],
  upAccessKey: ["protection"],
  upPwd: ["protection"],
  secureMail: ["protection"],
  gBind: ["protection"],
  unbindMFa: ["protection"],
  bindMFa: ["protection"],
  apiKeyAdd: ["apiKeys"],
  apiKeyDel: ["apiKeys"],
  teamInvite: ["team"],
  teamUp: ["team"],
  teamRemove: ["team"],
  teamAccept: ["member"],
  teamLeave: ["member"],
  webhookAdd: ["webhooks"],
  webhookUp: ["webhooks"],
  webhookDel: ["webhooks"],
  webhookReplay: ["webhooks"],
  webhookTest: ["webhooks"],
  webhookSecret: ["webhooks"],
  addSubUser: ["subAccounts"],
  upSubUser: ["subAccounts"],
  upSubUserLevel: ["subAccounts"],
  upSubUserPasswd: ["subAccounts"],
  delSubUser: ["subAccounts"],
  addTrafficWhite: ["whitelist"],
  delTrafficWhite: ["whitelist"],
  checkTrafficWhite: ["whitelist"],
  whitePortAdd: ["whitelistedPorts"],
  whitePortDel: ["whitelistedPorts"],
  apiLinkAdd: ["extractionLinks"],
  apiLinkDel: ["extractionLinks"],
  staticRenewalAuto: ["autoRenewal"],
  staticRotate: ["staticIps", "shortIps"],
  staticMoreAuto: ["autoRenewal"],
  staticUse: ["staticIps", ...paid],
  staticUpdate: ["staticIps"],
  staticUpdateAll: ["staticIps"],
  staticDel: ["staticIps"],
  staticChange: ["staticIps"],
  renewalStaticMany: ["staticIps", "renewalQuotes", ...paid],
  shortExtract: ["shortIps", ...paid],
  shortUpdate: ["shortIps"],
  shortDel: ["shortIps"],
  shortChange: ["shortIps"],
  orderUnlimit: ["regions", ...paid],
  renewalUnlimit: ["regions", ...paid],
  upport: ["plans"],
  upbandwidth: ["plans"],
  upwhite: ["plans"],
  rotateUnlimit: ["plans"],
  portRegion: ["plans", "regions"],
  bandwidthRegion: ["plans", "regions"],
  ipOpen: ["openedIps", "balances"],
  ipDel: ["openedIps", "balances"],
  ipPassInfo: ["openedIps"],
};

/** The calls whose cached answers this change makes stale. */
function staleAfter(change: CallName): CallName[] {
  const nouns = touches[change] ?? [];
  return [...new Set(nouns.flatMap((noun): readonly CallName[] => shownBy[noun]))];
}

type Refetch = (calls: readonly CallName[]) => Promise<unknown>;
let refetch: Refetch = async () => undefined;

/** Sets what refetches stale answers. Screens outside the shell cache none and need not load it. */
export function onStale(next: Refetch): void {
  refetch = next;
}

/** Marks cached answers as stale; resolves when the visible ones have been refetched. */
export const makeStale = (calls: readonly CallName[]): Promise<unknown> => refetch(calls);

/** The same for all answers that a change touches. */
export const makeStaleAfter = (change: CallName): Promise<unknown> => makeStale(staleAfter(change));
