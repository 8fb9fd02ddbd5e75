/** What handlers and rules refuse; what fields and the door refuse is read from the contract. */
import type { CallName } from "@turnpike/contract/calls.ts";
import type { RefusalReason } from "@turnpike/contract/refusals.ts";

type Reasons = readonly RefusalReason[];

const entering: Reasons = ["accountDisabled", "tooManyTries"];
const byProvider: Reasons = ["providerRefused", "providerNotConfigured", "tooManyTries"];
const ownPassword: Reasons = ["wrongPassword", "tooManyTries"];
const mailedCode: Reasons = ["wrongCode", "codeExpired", "codeUsedUp", "tooManyTries"];
const coupon: Reasons = [
  "couponNotFound",
  "couponUsed",
  "couponExpired",
  "couponBelowMinimum",
  "couponNotForThis",
];
const paying: Reasons = ["insufficientBalance", "paymentMethodUnavailable"];
const taking: Reasons = ["insufficientCredits", "insufficientBalance", "insufficientStock"];
const renewing: Reasons = [
  ...paying,
  "staticNotFound",
  "renewalTooLate",
  "badQuantity",
  "unknownSku",
];
const editing: Reasons = ["staticNotFound", "selectRow", "badIp", "privateIp", "mainlandChinaIp"];
const replacing: Reasons = ["staticNotFound", "staticExpired", "reachable", "insufficientStock"];
const portEditing: Reasons = [
  "planNotFound",
  "portNotFound",
  "planExpired",
  "countryNotInRegion",
  "badTemplate",
];
const allotting: Reasons = [
  "allotmentBelowUsed",
  "insufficientTraffic",
  "badDomain",
  "tooManyDomains",
];
const moving: Reasons = ["planNotFound", "planExpired", "regionNotOpen", "insufficientCapacity"];
const hooked: Reasons = ["webhookNotFound"];

export const handlerReasons: Partial<Record<CallName, Reasons>> = {
  signup: ["emailTaken", "unknownInviteCode", "commonPassword", "tooManyTries"],
  signin: ["wrongPassword", ...entering],
  repwd: ["commonPassword", "accountDisabled", ...mailedCode],
  mailCode: ["sessionInvalid", "notYourAddress", "missingField", "tooManyTries"],
  loginOptions: ["providerRefused"],
  gLogin: [
    ...byProvider,
    "accountDisabled",
    "linkBySignIn",
    "providerEmailUnverified",
    "unknownInviteCode",
    "missingField",
  ],
  gBind: [
    ...byProvider,
    "identityTaken",
    "loginBound",
    "loginNotBound",
    "setPasswordFirst",
    "missingField",
  ],
  webauto: ["ticketExpired", "sessionInvalid"],
  upPwd: ["commonPassword", ...ownPassword],
  secureMail: ["emailTaken", ...mailedCode],
  cancel: [...ownPassword, ...mailedCode],
  endSessions: ["sessionNotFound"],
  mfaSecret: ["mfaIssues"],
  bindMFa: ["mfaIssues", "mfaNotStarted", "mfaWrong", "tooManyTries"],
  unbindMFa: ["mfaNotBound", "mfaIssues", "mfaNeeded", "mfaWrong", ...mailedCode],
  placeOrder: ["unknownSku", "badQuantity", "couponNeeded", ...coupon, ...paying],
  quote: ["badDays", "badRegion", "badBandwidth", ...coupon],
  recharge: ["paymentMethodUnavailable"],
  payment: ["paymentNotFound"],
  ticket: ["missingField", "badMonth", "orderNotFound", "invoiceNotReady"],
  alerts: ["badThreshold"],
  getProfit: [
    "insufficientBalance",
    "withdrawalBelowMinimum",
    "enterContact",
    "enterWalletAddress",
    "badWalletAddress",
  ],
  upShareCode: ["badInviteCode", "inviteCodeTaken"],
  cdkeyMake: ["cdkeyNeedsEnterprise", "cdkeyMinimum", "insufficientTraffic", "insufficientIps"],
  cdkeyUse: ["cdkeyNotFound", "cdkeyUsed", "tooManyTries"],
  ipOpen: [
    "selectRow",
    "enterQuantity",
    "exitNotFound",
    "insufficientIps",
    "insufficientStock",
    "portUnavailable",
    "tooManyTries",
  ],
  ipDel: ["openedIpNotFound"],
  ipPassInfo: ["keyReadOnly"],
  apiLinkAdd: ["noExitThere", "badApiPort", "tooManyLinks"],
  apiLinkDel: ["linkNotFound"],
  trafficStatis: ["subAccountNotFound"],
  trafficStatisDomain: ["subAccountNotFound"],
  requestLog: ["subAccountNotFound"],
  live: ["tooManyStreams"],
  proxyTest: [
    "proxyTestUnavailable",
    "proxyNotOurs",
    "proxyNeedsCredentials",
    "subAccountNotFound",
    "staticNotFound",
    "portNotFound",
    "openedIpNotFound",
    "tooManyTries",
  ],
  addSubUser: ["accountTaken", "secondMainAccount", ...allotting],
  upSubUser: ["subAccountNotFound", ...allotting],
  delSubUser: ["subAccountNotFound"],
  upSubUserLevel: ["subAccountNotFound"],
  upSubUserPasswd: ["subAccountNotFound"],
  addTrafficWhite: ["badIp", "privateIp", "mainlandChinaIp", "ipTaken", "subAccountNotFound"],
  delTrafficWhite: ["whitelistEntryNotFound"],
  checkTrafficWhite: ["badIp"],
  whitePortAdd: ["noExitThere", "tooManyWhitePorts", "insufficientStock", "tooManyTries"],
  whitePortDel: ["whitePortNotFound"],
  staticUse: taking,
  shortExtract: taking,
  staticInfo: ["staticNotFound"],
  staticUpdate: editing,
  shortUpdate: editing,
  staticRenewal: ["staticNotFound", "renewalTooLate", "unknownSku"],
  staticMoreInfo: ["staticNotFound", "renewalTooLate", "unknownSku"],
  renewalStatic: renewing,
  renewalStaticMany: renewing,
  staticMoreRenewal: renewing,
  staticRenewalAuto: ["staticNotFound", "renewalTooLate"],
  staticMoreAuto: ["staticNotFound", "renewalTooLate"],
  staticDel: ["staticNotFound", "mustConfirm"],
  shortDel: ["staticNotFound", "mustConfirm"],
  staticChange: replacing,
  shortChange: replacing,
  orderUnlimit: ["badBandwidth", "insufficientCapacity", ...coupon, ...paying],
  renewalUnlimit: ["planNotFound", "planExpired", "periodNotSold", ...paying],
  portOrder: ["planNotFound"],
  bandwidthOrder: ["planNotFound"],
  portRegion: moving,
  bandwidthRegion: moving,
  upport: portEditing,
  upbandwidth: portEditing,
  rotateUnlimit: ["portNotFound", "planExpired"],
  upwhite: ["planNotFound", "planExpired", "badIp", "privateIp", "mainlandChinaIp"],
  monitor: ["planNotFound"],
  monitorLive: ["planNotFound", "tooManyStreams"],
  webhookAdd: ["badWebhookUrl", "internalWebhookUrl", "badEvent", "tooManyWebhooks"],
  webhookUp: ["badWebhookUrl", "internalWebhookUrl", "badEvent", ...hooked],
  webhookDel: hooked,
  webhookSecret: hooked,
  webhookTest: [...hooked, "tooManyTries"],
  webhookDeliveries: ["webhookNotFound", "deliveryNotFound"],
  webhookReplay: ["selectRow", "webhookNotFound", "webhookDisabled", "deliveryNotFound"],
};
