/** Written by generate.ts from the contract; do not edit. */

/** The languages of refusals' sentences and of places' names. */
export type Lang = "en" | "zh" | "fr" | "ru" | "vi" | "de";

/** The events of webhooks, and what each has in `data`. */
export interface WebhookData {
  /** An order was paid. */
  "order.paid": {
    /** The order's number. */
    orderNo: string;
    /** The product, as `/v2/priceList` names it. */
    sku: string;
    /** The kind of product. */
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    /** The number of units bought. */
    quantity: number;
    /** The sum paid, in US cents. */
    amountCents: number;
    /** The discount of a coupon, in US cents. */
    discountCents: number;
    /** The method of payment. */
    method: "wallet" | "card" | "crypto" | "coupon";
    /** True if it is a renewal. */
    renewal: boolean;
    /** The time it was paid. ISO 8601, UTC. */
    paidAt: string;
  };
  /** An order was refunded, in whole or in part. */
  "order.refunded": {
    /** The order's number. */
    orderNo: string;
    /** The product, as `/v2/priceList` names it. */
    sku: string;
    /** The kind of product. */
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    /** The number of units bought. */
    quantity: number;
    /** The sum of this refund, in US cents. */
    amountCents: number;
    /** The sum refunded so far, in US cents. */
    refundedCents: number;
    /** True if the whole order is refunded. */
    whole: boolean;
    /** The reason, as the operator wrote it. */
    reason: string;
    /** The time it was refunded. ISO 8601, UTC. */
    refundedAt: string;
  };
  /** Money came into the wallet. */
  "recharge.paid": {
    /** The payment's ID, as `/v1/payment` takes it. */
    paymentId: string;
    /** The method of payment. */
    method: "card" | "crypto";
    /** The sum that came into the wallet, without the bonus, in US cents. */
    amountCents: number;
    /** The bonus, in US cents. */
    bonusCents: number;
    /** True if it is the surplus of a payment for an order. */
    surplus: boolean;
    /** The time it was paid. ISO 8601, UTC. */
    paidAt: string;
  };
  /** A recharge was refunded, in whole or in part. */
  "recharge.refunded": {
    /** The payment's ID, as `/v1/payment` takes it. */
    paymentId: string;
    /** The method of payment. */
    method: "card" | "crypto";
    /** The sum of this refund, in US cents. */
    amountCents: number;
    /** The sum refunded so far, in US cents. */
    refundedCents: number;
    /** True if the whole recharge is refunded. */
    whole: boolean;
    /** The reason, as the operator wrote it. */
    reason: string;
    /** The time it was refunded. ISO 8601, UTC. */
    refundedAt: string;
  };
  /** A refund was undone: its sum counts as paid again. */
  "refund.undone": {
    /** The order's number; null for a recharge. */
    orderNo: string | null;
    /** The payment's ID; null if the wallet had paid. */
    paymentId: string | null;
    /** The sum of the refund that was undone, in US cents. */
    amountCents: number;
    /** The sum that other refunds still give back, in US cents. */
    refundedCents: number;
    /** The reason, as the operator wrote it. */
    reason: string;
    /** The time it was undone. ISO 8601, UTC. */
    undoneAt: string;
  };
  /** The traffic fell below its threshold. */
  "traffic.low": {
    /** Traffic that is left, in bytes. */
    leftBytes: number;
    /** The threshold it fell below, in bytes. */
    thresholdBytes: number;
  };
  /** The wallet fell below its threshold. */
  "wallet.low": {
    /** The wallet's balance, in US cents. */
    leftCents: number;
    /** The threshold it fell below, in US cents. */
    thresholdCents: number;
  };
  /** Something ends soon. */
  "expiry.soon": {
    /** The kind of thing that ends. */
    kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
    /** The ID. */
    id: string;
    /** The name, in the account's language. */
    name: string;
    /** The time it ends. ISO 8601, UTC. */
    expiresAt: string;
  };
  /** A static IP was renewed. */
  "static.renewed": {
    /** The static IP's ID. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** The address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** The time it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** True if auto-renew renewed it. */
    auto: boolean;
    /** The order that paid for it; null if credits did. */
    orderNo: string | null;
  };
  /** A static IP could not be renewed automatically. */
  "static.renewalFailed": {
    /** The static IP's ID. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** The address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** The time it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** The reason: too few credits and too little money, or arrears. */
    reason: "insufficientBalance" | "inArrears";
  };
  /** A static IP expired. */
  "static.expired": {
    /** The static IP's ID. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** The address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** The time it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** The time until which it can be renewed. ISO 8601, UTC. */
    renewableUntilAt: string;
  };
  /** An unlimited plan expired. */
  "plan.expired": {
    /** The plan's ID. */
    planId: string;
    /** The kind of plan. */
    kind: "port" | "bandwidth";
    /** The region of its exits. */
    region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
    /** The number of ports, or Mbps. */
    quantity: number;
    /** The number of the order that bought it. */
    orderNo: string;
    /** The time it ended. ISO 8601, UTC. */
    expiresAt: string;
    /** The time until which it can be renewed. ISO 8601, UTC. */
    renewableUntilAt: string;
  };
  /** A dispute or refund put the account into arrears, or its arrears were paid. */
  "account.arrears": {
    /** The state: `began`, `grew`, or `ended` once all is paid. */
    state: "began" | "grew" | "ended";
    /** The sum owed now, in US cents; 0 once it is paid. */
    cents: number;
    /** The time the arrears began; null once they ended. ISO 8601, UTC. */
    since: string | null;
    /** The time from which gateways refuse the account's traffic; null once the arrears ended. ISO 8601, UTC. */
    trafficEndsAt: string | null;
  };
  /** A test, sent by `/v1/webhookTest`. */
  "ping": {
    /** The webhook that is tested. */
    webhookId: string;
  };
}
export type WebhookEvent = keyof WebhookData;

/** Every reason for which a call is refused, with its code. */
export const refusals = {
  sessionInvalid: 300,
  keyUnknown: 300,
  keyMistyped: 300,
  keyExpired: 300,
  badField: 400,
  missingField: 400,
  badNumber: 400,
  badEmail: 400,
  enterPassword: 400,
  badRegistrationPassword: 400,
  badSettingsPassword: 400,
  commonPassword: 400,
  mustAgree: 400,
  unknownInviteCode: 400,
  mustConfirm: 400,
  badMinutes: 400,
  notYourAddress: 400,
  badAmount: 400,
  badMethod: 400,
  badQuantity: 400,
  enterQuantity: 400,
  unknownSku: 400,
  badRequestId: 400,
  badDays: 400,
  badCountry: 400,
  notPrintable: 400,
  badAccountName: 400,
  badProxyPassword: 400,
  trafficNotNumber: 400,
  allotmentBelowUsed: 400,
  badDomain: 400,
  tooManyDomains: 400,
  badIp: 400,
  enterIp: 400,
  privateIp: 400,
  mainlandChinaIp: 400,
  selectRow: 400,
  badProxy: 400,
  proxyNotOurs: 400,
  proxyNeedsCredentials: 400,
  couponNeeded: 400,
  badWithdrawalAmount: 400,
  withdrawalBelowMinimum: 400,
  enterContact: 400,
  enterWalletAddress: 400,
  badWalletAddress: 400,
  badInviteCode: 400,
  enterCdkey: 400,
  cdkeyMinimum: 400,
  badThreshold: 400,
  badMonth: 400,
  tooManyAddresses: 400,
  badTemplate: 400,
  badRegion: 400,
  badBandwidth: 400,
  badPortRotation: 400,
  badBandwidthRotation: 400,
  countryNotInRegion: 400,
  badHours: 400,
  badPortMinutes: 400,
  badApiPort: 400,
  noExitThere: 400,
  badUpstream: 400,
  badWebhookUrl: 400,
  internalWebhookUrl: 400,
  badEvent: 400,
  badScope: 400,
  badNetwork: 400,
  badExpiry: 400,
  badKeyLimit: 400,
  wrongPassword: 401,
  wrongCode: 401,
  wrongPasswordOrCode: 401,
  providerRefused: 401,
  keyReadOnly: 403,
  viewOnly: 403,
  keyNetwork: 403,
  keyScope: 403,
  keyLimit: 403,
  verifyEmail: 403,
  accountDisabled: 403,
  inArrears: 403,
  providerNotConfigured: 403,
  providerEmailUnverified: 403,
  paymentMethodUnavailable: 403,
  labOnlyLocal: 403,
  proxyTestUnavailable: 403,
  cdkeyNeedsEnterprise: 403,
  notWhitelisted: 403,
  foreignOrigin: 403,
  notPermitted: 403,
  unknownPath: 404,
  notFound: 404,
  sessionNotFound: 404,
  loginNotBound: 404,
  subAccountNotFound: 404,
  whitelistEntryNotFound: 404,
  paymentNotFound: 404,
  couponNotFound: 404,
  orderNotFound: 404,
  cdkeyNotFound: 404,
  staticNotFound: 404,
  planNotFound: 404,
  portNotFound: 404,
  exitNotFound: 404,
  openedIpNotFound: 404,
  whitePortNotFound: 404,
  linkNotFound: 404,
  viewLinkInvalid: 404,
  webhookNotFound: 404,
  deliveryNotFound: 404,
  apiKeyNotFound: 404,
  accountNotFound: 404,
  staffNotFound: 404,
  nodeNotFound: 404,
  caseNotFound: 404,
  exitUnknown: 404,
  traceTooOld: 404,
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  badContentType: 415,
  badBody: 400,
  signalsTooSlow: 409,
  emailTaken: 409,
  linkBySignIn: 409,
  identityTaken: 409,
  loginBound: 409,
  setPasswordFirst: 409,
  mfaIssues: 409,
  mfaNotBound: 409,
  mfaNotStarted: 409,
  accountTaken: 409,
  secondMainAccount: 409,
  ipTaken: 409,
  requestIdReused: 409,
  inviteCodeTaken: 409,
  invoiceNotReady: 409,
  couponUsed: 409,
  couponBelowMinimum: 409,
  couponNotForThis: 409,
  reachable: 409,
  swapsUsedUp: 409,
  regionNotOpen: 409,
  periodNotSold: 409,
  portUnavailable: 409,
  tooManyWhitePorts: 409,
  tooManyLinks: 409,
  tooManyWebhooks: 409,
  webhookDisabled: 409,
  tooMany: 409,
  nodeTaken: 409,
  lastOwner: 409,
  actRefused: 409,
  codeExpired: 410,
  codeUsedUp: 410,
  ticketExpired: 410,
  couponExpired: 410,
  cdkeyUsed: 410,
  cdkeyVoid: 410,
  staticExpired: 410,
  renewalTooLate: 410,
  planExpired: 410,
  insufficientBalance: 402,
  insufficientTraffic: 402,
  insufficientIps: 402,
  insufficientCredits: 402,
  insufficientStock: 402,
  insufficientCapacity: 402,
  mfaNeeded: 460,
  mfaWrong: 461,
  tooManyTries: 429,
  tooManyStreams: 429,
  ourFault: 500,
  notReady: 503,
} as const;
export type RefusalReason = keyof typeof refusals;

/** The account holder. */
export interface User {
  /** The account's ID. */
  id: string;
  /** The e-mail address that the account signs in with. */
  email: string;
  /** True if a mailed code has proved that the e-mail address is the holder's. */
  emailVerified: boolean;
  /** The secure e-mail address, masked; null if none is set. */
  secureEmail: string | null;
  /** True if a second factor is bound. */
  mfaBound: boolean;
  bindings: Bindings;
  /** The time the account was created. ISO 8601, UTC. */
  createdAt: string;
  /** The sign-in before this one; null at the first. ISO 8601, UTC. */
  lastLoginAt: string | null;
  /** Minutes a session lives without a call; 0: for ever. */
  loginMinutes: number;
  /** True if several devices can be signed in at once. */
  multiDevice: boolean;
  /** The account's invitation code. */
  inviteCode: string;
  /** The wallet's balance, in US cents. */
  walletCents: number;
  /** The account's arrears: the part of a dispute or refund that its wallet did not cover. Until they are paid, calls that spend are refused with `inArrears`. Null if nothing is owed. */
  arrears: {
    /** The sum owed, in US cents. The next recharge pays it first. */
    cents: number;
    /** The time the arrears began. Traffic goes on for 24 hours from then on. ISO 8601, UTC. */
    since: string;
  } | null;
  /** The number of pool IPs that the account can still open. */
  ipBalance: number;
  /** Traffic the account has left, in bytes. */
  trafficBytes: number;
  /** Credits for static IPs, by their period in days. */
  staticCredits: {
    /** Credits for 7 days. */
    "7": number;
    /** Credits for 30 days. */
    "30": number;
    /** Credits for 90 days. */
    "90": number;
  };
  /** Credits for short-term static IPs, by their period in days. */
  shortCredits: {
    /** Credits for 1 day. */
    "1": number;
    /** Credits for 3 days. */
    "3": number;
    /** Credits for 7 days. */
    "7": number;
  };
  /** The account's enterprise plans. */
  enterprise: {
    /** True if the account has the enterprise plan for IPs of the pool. */
    ip: boolean;
    /** True if the account has the enterprise plan for traffic. */
    traffic: boolean;
  };
  /** The access key. Programs send it as `key`. Empty if an API key makes the call. */
  accessKey: string;
  /** The language of e-mails and notices to this account. */
  lang: string;
  /** True if a password is set; false for accounts that a linked login created. */
  hasPassword: boolean;
  /** The payer on invoices; null if none is set. */
  invoiceTitle: InvoiceTitle | null;
}

/** Logins with third parties. */
export interface Bindings {
  /** The login with Google. */
  google: {
    /** True if this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** The time it was bound; null if it is not. ISO 8601, UTC. */
    boundAt: string | null;
  };
  /** The login with GitHub. */
  github: {
    /** True if this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** The time it was bound; null if it is not. ISO 8601, UTC. */
    boundAt: string | null;
  };
  /** The login with LinkedIn. */
  linkedin: {
    /** True if this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** The time it was bound; null if it is not. ISO 8601, UTC. */
    boundAt: string | null;
  };
}

/** The payer, as invoices name them. */
export interface InvoiceTitle {
  /** The payer's name or company. */
  title: string;
  /** The payer's tax number; null without one. */
  taxId: string | null;
  /** The payer's postal address; null without one. */
  address: string | null;
  /** The payer's country (ISO 3166-1 alpha-2); null without one. */
  country: string | null;
}

/** A key for programs. The key itself is shown once. */
export interface ApiKey {
  /** The key's ID. */
  id: string;
  /** The name that its owner gave it. */
  name: string;
  /** The key's scopes. */
  scopes: ("read" | "proxies" | "buy")[];
  /** The key's first characters. */
  prefix: string;
  /** The key's last four characters. */
  lastFour: string;
  /** The time it was created. ISO 8601, UTC. */
  createdAt: string;
  /** The time it stops working; null: never. ISO 8601, UTC. */
  expiresAt: string | null;
  /** The addresses and networks it works from; empty: from everywhere. */
  ips: string[];
  /** The most it may spend from the wallet in a calendar month (UTC), in US cents; null: no limit. */
  maxCents: number | null;
  /** The sum that the key has spent in this month, in US cents. */
  spentCents: number;
  /** The time it was last used, to the minute; null: never. ISO 8601, UTC. */
  lastUsedAt: string | null;
  /** The address it was last used from; null: never used. */
  lastIp: string | null;
}

/** The bonus on a recharge from a sum on. */
export interface BonusTier {
  /** The smallest recharge that this bonus applies to, in US cents. */
  fromCents: number;
  /** The bonus in percent of the recharge. */
  percent: number;
}

/** A product on sale. */
export interface Product {
  /** The product's name in orders. */
  sku: string;
  /** The kind of product. */
  kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  /** The product's name, in the language of the call. */
  name: string;
  /** The unit of the quantity, such as `GB`. */
  unit: string;
  /** True if it belongs to an enterprise plan. */
  enterprise: boolean;
  /** The period in days; null for products that do not expire. */
  days: number | null;
  /** The smallest quantity of one order. */
  minQty: number;
  /** The largest quantity of one order. */
  maxQty: number;
  /** The step: the quantity has to be a multiple of it. */
  stepQty: number;
  /** The region it is priced for; null if prices do not depend on one. */
  region: string | null;
  /** Unit prices, each from a quantity on. */
  tiers: PriceTier[];
}

/** A unit price from a quantity on. */
export interface PriceTier {
  /** The smallest quantity this price applies to. */
  fromQty: number;
  /** The price of one unit, in millionths of a US dollar. */
  unitMicros: number;
}

/** An order and its payment. */
export interface Order {
  /** The order's ID. */
  id: string;
  /** The order's number, as invoices show it. */
  orderNo: string;
  /** The product's name, in the language of the call. */
  name: string;
  /** The product, as `/v2/priceList` names it. */
  sku: string;
  /** The number of units bought. */
  quantity: number;
  /** The price after coupons, in US cents. */
  amountCents: number;
  /** The method of payment. */
  method: string;
  /** `pending` until it is paid; `failed` if the payment did not arrive. */
  status: "pending" | "paid" | "failed" | "refunded";
  /** The time it was paid; null before. ISO 8601, UTC. */
  paidAt: string | null;
  /** The time it was placed. ISO 8601, UTC. */
  createdAt: string;
  /** True if the invoice can be downloaded. */
  invoiceReady: boolean;
  /** The sum refunded so far, in US cents. */
  refundedCents: number;
  /** True if it is a renewal. */
  renewal?: boolean;
  /** The name of the API key that ordered it; null for a person. */
  apiKey?: string | null;
  /** The open payment, as `/v1/payment` takes it. */
  paymentId?: string | null;
}

/** A withdrawal of affiliate profit. */
export interface Withdrawal {
  /** The withdrawal's ID. */
  id: string;
  /** The time it was requested. ISO 8601, UTC. */
  at: string;
  /** `pending` until the operator decides, then `paid` or `rejected`. */
  status: "pending" | "paid" | "rejected";
  /** `balance` pays into the wallet, `crypto` to `walletAddress`. */
  target: "balance" | "crypto";
  /** The customer's contact details, for the operator. */
  contact: string;
  /** The crypto address it is paid to; empty for the wallet. */
  walletAddress: string;
  /** The sum that was requested, in US cents. */
  amountCents: number;
  /** The fee, in US cents; it is taken out of the amount. */
  feeCents: number;
  /** The time it was paid or rejected; null while pending. ISO 8601, UTC. */
  decidedAt: string | null;
  /** The operator's reason for a rejection; empty otherwise. */
  reason: string;
}

/** A code that is redeemed for IPs or traffic. */
export interface CdKey {
  /** The CDKey's ID. */
  id: string;
  /** The code that redeems it. While it is `unused`, keys without the scope `buy` (the access key too) get its first group and `*`. */
  code: string;
  /** The content of the CDKey: IPs of the pool, or traffic. */
  kind: "ip" | "traffic";
  /** The amount: IPs, or GB of traffic. */
  amount: number;
  /** The time it was made. ISO 8601, UTC. */
  producedAt: string;
  /** The CDKey's status. A `void` one can no longer be redeemed: its content is back in its maker's balance. */
  status: "unused" | "used" | "void";
  /** The time it was redeemed; null before. ISO 8601, UTC. */
  usedAt: string | null;
  /** The e-mail address of the account that redeemed it, masked; null before. */
  redeemerEmail: string | null;
}

/** A webhook: an address that events are sent to. */
export interface Webhook {
  /** The webhook's ID. */
  id: string;
  /** The address that events are sent to. */
  url: string;
  /** The customer's description; empty without one. */
  description: string;
  /** The events that are sent; empty for all of them. */
  events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
  /** True if events are sent. */
  enabled: boolean;
  /** The reason it was disabled: by its `owner`, or by us after it was `failing` for days or returned 410 (`gone`). Null while it is enabled. */
  disabledBy: "owner" | "failing" | "gone" | null;
  /** The time it was created. ISO 8601, UTC. */
  createdAt: string;
  /** The time the last event was sent; null before the first. ISO 8601, UTC. */
  lastAt: string | null;
  /** True if the last event arrived; null before the first. */
  lastDelivered: boolean | null;
  /** The time since which nothing arrives; null while events do. ISO 8601, UTC. */
  failingSince: string | null;
  /** The number of events waiting to be sent. */
  waiting: number;
}

/** An event that was sent to a webhook, or waits to be sent. */
export interface WebhookDelivery {
  /** The delivery's ID. */
  id: string;
  /** The webhook's ID. */
  webhookId: string;
  /** The address it is sent to. */
  url: string;
  /** The `webhook-id` that is sent: the same at every try and replay. */
  eventId: string;
  /** The event's type. */
  event: "order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears" | "ping";
  /** The time the event happened. ISO 8601, UTC. */
  at: string;
  /** The status: `waiting` for the next try, `delivered`, or `failed` for good. */
  status: "waiting" | "delivered" | "failed";
  /** The number of times it was sent. */
  tries: number;
  /** The time of the next try; null if there is none. ISO 8601, UTC. */
  nextTryAt: string | null;
  /** The body as it is sent, JSON as text. */
  body: string;
  /** The last ten tries, the newest first. */
  attempts: {
    /** The time it was sent. ISO 8601, UTC. */
    at: string;
    /** The receiver's HTTP status; 0 without a response. */
    status: number;
    /** The receiver's response time, in milliseconds. */
    ms: number;
    /** The reason it did not arrive, in one line; empty if it did. */
    error: string;
    /** The beginning of the receiver's response. */
    answer: string;
  }[];
}

/** An exit of the ISP pool. */
export interface PoolIp {
  /** The exit's ID, as `/v1/ip/open` takes it in `ids`. */
  id: string;
  /** The exit's address; masked unless the account has it open. */
  ip: string;
  /** The country as a two-letter code (ISO 3166-1 alpha-2). */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The state's token, as filters take it. */
  state: string;
  /** The state's name. */
  stateName: string;
  /** The city's token, as filters take it. */
  city: string;
  /** The city's name. */
  cityName: string;
  /** The postal code. */
  postal: string;
  /** The network provider's token, as filters take it. */
  isp: string;
  /** The network provider's name. */
  ispName: string;
  /** The network's number (ASN). */
  asn: number;
  /** The recent connect time through it, in milliseconds; null if unknown. */
  latencyMs: number | null;
  /** The time of measurement, every 10 minutes at least. ISO 8601, UTC. */
  measuredAt: string | null;
  /** True if the account has it open. */
  opened: boolean;
}

/** An exit of the ISP pool that was opened at a port of its own. */
export interface OpenedIp {
  /** The opened IP's ID. */
  id: string;
  /** The exit's ID in `/v1/ip/list`. */
  exitId: string;
  /** The host that clients connect to. */
  host: string;
  /** The port that clients connect to. */
  port: number;
  /** The exit's address. */
  ip: string;
  /** The authentication: `user` by username and password, `nouser` by whitelist. */
  auth: "user" | "nouser";
  /** The username to connect with; only with `auth=user`. */
  username?: string;
  /** The password to connect with; only with `auth=user`. */
  password?: string;
  /** The country as a two-letter code (ISO 3166-1 alpha-2). */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The state's token, as filters take it. */
  state: string;
  /** The state's name. */
  stateName: string;
  /** The city's token, as filters take it. */
  city: string;
  /** The city's name. */
  cityName: string;
  /** The postal code. */
  postal: string;
  /** The network provider's token, as filters take it. */
  isp: string;
  /** The network provider's name. */
  ispName: string;
  /** The network's number (ASN). */
  asn: number;
  /** The time it was opened. ISO 8601, UTC. */
  openedAt: string;
  /** The time it closes. ISO 8601, UTC. */
  expiresAt: string;
  /** Seconds until it ends; 0 once it has ended. */
  remainingSeconds: number;
  /** `active` until it ends, `expired` after its time, `deleted` by a call. */
  status: "active" | "expired" | "deleted";
  /** True if a gateway listens at the port. */
  open: boolean;
  /** The recent connect time through it, in milliseconds; null if unknown. */
  latencyMs: number | null;
  /** The time of measurement, every 10 minutes at least. ISO 8601, UTC. */
  measuredAt: string | null;
  /** The opener: a call, an extraction link or the lookup service. */
  by: "call" | "link" | "lookup";
  /** Traffic from the client, in bytes; not billed. */
  upBytes: number;
  /** Traffic to the client, in bytes; not billed. */
  downBytes: number;
}

/** An address that returns proxies to programs at whitelisted addresses. */
export interface ExtractionLink {
  /** The link's ID. */
  id: string;
  /** The whole address with its token. It works from whitelisted addresses alone. */
  url: string;
  /** `ip` opens IPs of the pool, `traffic` opens whitelisted ports of the traffic plan. */
  plan: "ip" | "traffic";
  /** The country as a two-letter code (ISO 3166-1 alpha-2); empty for any. */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The state's token, as filters take it. */
  state: string;
  /** The state's name. */
  stateName: string;
  /** The city's token, as filters take it. */
  city: string;
  /** The city's name. */
  cityName: string;
  /** The number of proxies that each call returns. */
  num: number;
  /** The number of hours that opened IPs stay open; null for plan `traffic`. */
  hours: number | null;
  /** The number of minutes that whitelisted ports stay open; null for plan `ip`. */
  minutes: number | null;
  /** The format of the response. */
  format: "txt" | "json" | "csv";
  /** The separator of proxies in a text file. */
  separator: string;
  /** The first port to open; null for any free port. */
  port: number | null;
  /** The protocol that proxies are listed with. */
  protocol: "http" | "socks5";
  /** The customer's description; empty without one. */
  remark: string;
  /** The time it was created. ISO 8601, UTC. */
  createdAt: string;
  /** The time it last returned proxies; null before the first time. ISO 8601, UTC. */
  lastUsedAt: string | null;
  /** The number of times it returned proxies. */
  uses: number;
}

/** A port for whitelisted addresses, without a password. */
export interface WhitelistedPort {
  /** The port's ID. */
  id: string;
  /** The host that clients connect to. */
  host: string;
  /** The port that clients connect to. */
  port: number;
  /** The country it was opened for (ISO 3166-1 alpha-2); empty for any. */
  country: string;
  /** The country's name, in the language of the call; empty for any. */
  countryName: string;
  /** The state's token; empty for any. */
  state: string;
  /** The state's name; empty for any. */
  stateName: string;
  /** The city's token; empty for any. */
  city: string;
  /** The city's name; empty for any. */
  cityName: string;
  /** The network provider's token; empty for any. */
  isp: string;
  /** The network provider's name; empty for any. */
  ispName: string;
  /** The network's number (ASN); 0 for any. */
  asn: number;
  /** The number of minutes it stays open and keeps its exit. */
  minutes: number;
  /** The time it was opened. ISO 8601, UTC. */
  createdAt: string;
  /** The time it closes. ISO 8601, UTC. */
  expiresAt: string;
  /** Seconds until it ends; 0 once it has ended. */
  remainingSeconds: number;
  /** True if a gateway listens at the port. */
  open: boolean;
  /** True if an extraction link opened it. */
  byLink: boolean;
  /** The customer's description; empty without one. */
  remark: string;
}

/** A tunnel or request that ended or was refused. */
export interface LoggedRequest {
  /** The gateway's `X-Request-Id`. */
  id: string;
  /** The time it began. ISO 8601, UTC. */
  at: string;
  /** The name of the sub-account, static IP or unlimited port. */
  account: string;
  /** The product it was sent through. */
  product: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  /** The client's address. */
  client: string;
  /** The target as `host:port`; empty if it was refused before the target was known. */
  target: string;
  /** The address that the target saw; empty without one, null if it is not known. */
  exit: string | null;
  /** The exit's country in the language of the call; empty without one. */
  place: string;
  /** The exit's country (ISO 3166-1 alpha-2); empty without one. */
  country: string;
  /** The protocol between client and gateway; `udp`: one target of a SOCKS5 UDP association. */
  protocol: "connect" | "http" | "socks5" | "udp";
  /** Traffic from the client, in bytes. */
  upBytes: number;
  /** Traffic to the client, in bytes. */
  downBytes: number;
  /** The duration, in milliseconds. */
  ms: number;
  /** The outcome: `ok`; `refused` by the gateway; `cut` by a limit or a change; `failed` at the exit or the target. */
  outcome: "ok" | "refused" | "cut" | "failed";
  /** The reason it was refused, cut or failed, as one stable word; empty if it was `ok`. */
  reason: string;
  /** The gateway's message, in English; often empty. */
  detail: string;
  /** The meaning of the reason, in the language of the call. */
  text: string;
  /** The advice on the reason, in the language of the call. */
  fix: string;
}

/** A username and password that traffic is sent under. */
export interface SubAccount {
  /** The sub-account's ID. */
  id: string;
  /** The username that traffic is sent under. */
  account: string;
  /** Its password. */
  password: string;
  /** True for the main sub-account, which uses all traffic that is not allocated. */
  main: boolean;
  /** True if it is enabled. */
  enabled: boolean;
  /** The traffic allocated to it so far, in bytes. */
  allocatedBytes: number;
  /** The traffic it has used, in bytes. */
  usedBytes: number;
  /** The traffic it can still use, in bytes. */
  availableBytes: number;
  /** The limits that the owner set. */
  limits: SubAccountLimits;
  /** Budgets of targets; bytes count from when a budget was set. */
  targetBudgets: ({
    /** The domain, with its subdomains; or an address. */
    target: string;
    /** The budget of a UTC day, in bytes; null for none. */
    dayBytes: number | null;
    /** The budget of a UTC month, in bytes; null for none. */
    monthBytes: number | null;
    /** Traffic to it since midnight UTC, in bytes. */
    dayUsedBytes: number;
    /** Traffic to it since the first of the month (UTC), in bytes. */
    monthUsedBytes: number;
  })[];
  /** Traffic used since midnight UTC, in bytes. */
  dayUsedBytes: number;
  /** Traffic used since the first of the month (UTC), in bytes. */
  monthUsedBytes: number;
  /** The customer's description; empty without one. */
  remark: string;
  /** The time it was created. ISO 8601, UTC. */
  createdAt: string;
}

/** Limits set by the owner; null or an empty list for no limit. */
export interface SubAccountLimits {
  /** The largest number of open connections; null for no limit. */
  maxConnections: number | null;
  /** Traffic it may use in a UTC day, in bytes; null for no limit. */
  dayBytes: number | null;
  /** Traffic it may use in a UTC month, in bytes; null for no limit. */
  monthBytes: number | null;
  /** The only targets allowed; `*.example.com` means its subdomains alone. Empty: all. */
  allowDomains: string[];
  /** Targets that are blocked. */
  denyDomains: string[];
}

/** A client address that needs no password. */
export interface WhitelistEntry {
  /** The entry's ID. */
  id: string;
  /** The client's address, which needs no password. */
  ip: string;
  /** The customer's description; empty without one. */
  description: string;
  /** The time the entry ends; null: never. ISO 8601, UTC. */
  expiresAt: string | null;
  /** The time it was created. ISO 8601, UTC. */
  createdAt: string;
  /** The sub-account that its traffic is billed to. */
  account: string;
}

/** The number of free static IPs at a place. */
export interface StaticStock {
  /** The country as a two-letter code (ISO 3166-1 alpha-2). */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The state's token, as filters take it. */
  state: string;
  /** The state's name. */
  stateName: string;
  /** The city's token, as filters take it. */
  city: string;
  /** The city's name. */
  cityName: string;
  /** The number of free IPs there. */
  available: number;
}

/** A static IP, long or short term. */
export interface StaticIp {
  /** The static IP's ID. */
  id: string;
  /** The host that clients connect to: the static IP's own address or a gateway's. */
  host: string;
  /** The address that targets see. */
  exitIp: string;
  /** The first of `ports`; 0 while no gateway has opened any. */
  port: number;
  /** The ports that a gateway has open. */
  ports: number[];
  /** The country as a two-letter code (ISO 3166-1 alpha-2). */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The city's token, as filters take it. */
  city: string;
  /** The city's name. */
  cityName: string;
  /** The network provider's token, as filters take it. */
  isp: string;
  /** The network's number (ASN). */
  asn: number;
  /** The period that was bought or renewed last, in days. */
  validDays: number;
  /** The time it began. ISO 8601, UTC. */
  startedAt: string;
  /** The time it ends. ISO 8601, UTC. */
  expiresAt: string;
  /** Hours until it ends, rounded up; 0 once it has ended. */
  remainingHours: number;
  /** True if it has expired. */
  expired: boolean;
  /** The time until which it can be renewed: 24 hours after its end. ISO 8601, UTC. */
  renewableUntil: string;
  /** True if it has auto-renew. */
  autoRenew: boolean;
  /** True if auto-renew failed for lack of money before the coming end. */
  autoRenewFailed: boolean;
  /** The username to connect with. */
  account: string;
  /** The password to connect with. */
  password: string;
  /** Client addresses that need no password. */
  whitelist: string[];
  /** The customer's description; empty without one. */
  remark: string;
  /** True if its exit is reachable. */
  reachable: boolean;
  /** The time of the last change of its state that a gateway reported; null before the first. ISO 8601, UTC. */
  stateSince: string | null;
  /** The number of times its address was replaced. */
  replacements: number;
  /** The number of swaps left until it is renewed. */
  swapsLeft: number;
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
  /** Traffic since midnight UTC, both directions, in bytes. */
  dayUsedBytes: number;
}

/** An event of a static IP. */
export interface StaticEvent {
  /** The event's ID. */
  id: string;
  /** The time it happened. ISO 8601, UTC. */
  at: string;
  /** The kind of event. */
  action: "taken" | "renewed" | "autoRenewed" | "autoRenewFailed" | "replaced" | "swapped" | "credentials" | "expired" | "deleted";
  /** The static IP's address. */
  ip: string;
  /** The period in days. */
  days: number;
  /** Both addresses of a replacement or swap, as `old → new`; otherwise often empty. */
  detail: string;
}

/** A region of unlimited plans, with its stock and prices. */
export interface UnlimitedRegion {
  /** The region's name in calls. */
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  /** The region's name, in the language of the call. */
  name: string;
  /** The host that clients connect to. */
  host: string;
  /** The number of ports, or Mbps, that can be ordered now. */
  stock: number;
  /** The price of one port or Mbps for the whole period, by days, in millionths of a US dollar. */
  unitMicros: {
    /** For 7 days. */
    "7": number;
    /** For 30 days. */
    "30": number;
    /** For 90 days. */
    "90": number;
  };
  /** Countries of the region with exits online. */
  countries: {
    /** The country as a two-letter code (ISO 3166-1 alpha-2). */
    code: string;
    /** The country's name, in the language of the call. */
    name: string;
    /** The number of exits online there. */
    exits: number;
  }[];
}

/** An unlimited plan of ports or bandwidth. */
export interface UnlimitedPlan {
  /** The plan's ID. */
  id: string;
  /** The number of the order that bought it. */
  orderNo: string;
  /** `port`: ports of 5 Mbps each. `bandwidth`: a bandwidth that all connections share. */
  kind: "port" | "bandwidth";
  /** The region that its exits are in. */
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  /** The region's name, in the language of the call. */
  regionName: string;
  /** The number of ports, or Mbps, bought. */
  quantity: number;
  /** The bandwidth of all its ports together, each way, in megabits per second. */
  mbps: number;
  /** The period that was bought or renewed last, in days. */
  days: number;
  /** The time it began. ISO 8601, UTC. */
  startedAt: string;
  /** The time it ends. ISO 8601, UTC. */
  expiresAt: string;
  /** Hours until it ends, rounded up; 0 once it has ended. */
  remainingHours: number;
  /** The status: `active` until it ends. */
  status: "active" | "expired";
  /** The time its ports close: 24 hours after its end. ISO 8601, UTC. */
  closesAt: string;
  /** The host that clients connect to. */
  host: string;
  /** The same host, by its region's own name. */
  domain: string;
  /** The number of its ports. */
  ports: number;
  /** The number of its ports that a gateway has open. */
  open: number;
  /** Client addresses that need no password. */
  whitelist: string[];
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
}

/** A port of an unlimited plan. */
export interface UnlimitedPort {
  /** The port's ID. */
  id: string;
  /** The plan that it belongs to. */
  planId: string;
  /** The host that clients connect to. */
  host: string;
  /** The port that clients connect to. */
  port: number;
  /** The same host, by its region's own name. */
  domain: string;
  /** The number of minutes it keeps an exit. */
  rotationMinutes: number;
  /** The time of the next exit change; null once the plan has expired. ISO 8601, UTC. */
  nextRotationAt: string | null;
  /** The template that its line is copied by. */
  format: string;
  /** The exits' country (ISO 3166-1 alpha-2); empty for any of the region. */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The customer's description; empty without one. */
  remark: string;
  /** The time its plan ends. ISO 8601, UTC. */
  expiresAt: string;
  /** The username to connect with. */
  account: string;
  /** The password to connect with. */
  password: string;
  /** Its bandwidth, each way, in megabits per second. */
  mbps: number;
  /** True if a gateway listens at the port. */
  open: boolean;
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
  /** Traffic since midnight UTC, both directions, in bytes. */
  dayUsedBytes: number;
}

/** One moment: a second, or the average of a minute. */
export interface MonitorPoint {
  /** The time it was measured. ISO 8601, UTC. */
  at: string;
  /** CPU use of the gateway workers that carry the plan, in percent of one core: their average, 0 to 100. */
  cpuPercent: number;
  /** The plan's bandwidth, both directions, in megabits per second. */
  bandwidthMbps: number;
  /** Bandwidth from clients, in megabits per second. */
  upMbps: number;
  /** Bandwidth to clients, in megabits per second. */
  downMbps: number;
  /** Client connections of the plan that are open. */
  tcpConnections: number;
  /** Memory use of all gateway workers that carry the plan, in percent of the machine's: 0 to 100. */
  memoryPercent: number;
}

/** @deprecated Now {@link ExtractionLink}. */
export type ApiLink = ExtractionLink;
/** @deprecated Now {@link CdKey}. */
export type Cdkey = CdKey;
/** @deprecated Now {@link WebhookDelivery}. */
export type Delivery = WebhookDelivery;
/** @deprecated Now {@link StaticStock}. */
export type Stock = StaticStock;
/** @deprecated Now {@link WhitelistedPort}. */
export type WhitePort = WhitelistedPort;

/** Every call: what it asks and what it answers. */
export interface Calls {
  /** Creates an account and signs it in. `POST /v1/signup` */
  signup: {
    asks: {
      /** The account's e-mail address. */
      email: string;
      /** 8 to 20 visible ASCII characters, a letter first. */
      password: string;
      /** The invitation code of another customer. */
      inviteCode?: string | undefined;
      /** 1 to accept the terms. Required. */
      agree: boolean | 0 | 1;
    };
    answers: {
      /** The session's token; send it as `session` from now on. */
      session: string;
      user: User;
    };
  };
  /** Signs in by e-mail address and password; after too many failures also with a mailed code. `POST /v1/signin` */
  signin: {
    asks: {
      /** The account's e-mail address. */
      email: string;
      /** The account's password. */
      password: string;
      /** 1 to accept the terms. Required. */
      agree: boolean | 0 | 1;
      /** The code mailed for the scene `signin`. Required after a 429 whose `data.mailCode` is true. */
      code?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The session's token; send it as `session` from now on. */
      session: string;
      user: User;
    };
  };
  /** Ends this session. `POST /v1/signout` */
  signout: {
    asks: Record<never, never>;
    answers: Record<never, never>;
  };
  /** Sets a new password by a mailed code, and ends every session and the access key. `POST /v1/repwd` */
  repwd: {
    asks: {
      /** The address that the code was mailed to: the account's main or secure e-mail address. */
      email: string;
      /** The six digits mailed for the scene `forgot`. */
      code: string;
      /** The new password. */
      password: string;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: Record<never, never>;
  };
  /** Creates a ticket for another window from a session, or a session from a ticket. `POST /v1/webauto` */
  webauto: {
    asks: {
      /** A ticket from an earlier call. */
      ticket?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The ticket: valid once, within a minute. */
      ticket?: string;
      /** The address that opens the dashboard signed in. */
      url?: string;
      /** The time the ticket expires. ISO 8601, UTC. */
      expiresAt?: string;
      /** The session's token; send it as `session` from now on. */
      session?: string;
      user?: User;
    };
  };
  /** Opens a read-only view of an account by the link that the operator's staff made. `POST /v1/viewOpen` */
  viewOpen: {
    asks: {
      /** The link's token. */
      token: string;
    };
    answers: {
      /** The view's token; send it as `session` from now on. */
      session: string;
      /** The account's e-mail address. */
      email: string;
      /** The latest time at which the view ends. ISO 8601, UTC. */
      expiresAt: string;
    };
  };
  /** Ends a read-only view of the account; with another session it does nothing. `POST /v1/viewEnd` */
  viewEnd: {
    asks: Record<never, never>;
    answers: Record<never, never>;
  };
  /** Changes the password, ends the other sessions and creates a new access key. `POST /v1/upPwd` */
  upPwd: {
    asks: {
      /** The current password. */
      oldPassword: string;
      /** The new password. */
      newPassword: string;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The number of other sessions that this ended. */
      ended: number;
    };
  };
  /** Allows several devices at once, or only this one. `POST /v1/moreLogin` */
  moreLogin: {
    asks: {
      /** 1 to allow several devices, 0 to allow one. */
      enabled: boolean | 0 | 1;
    };
    answers: {
      /** The new setting. */
      multiDevice: boolean;
    };
  };
  /** Sets the number of minutes that a session lives without a call; 0: for ever. `POST /v1/upTokenCache` */
  upTokenCache: {
    asks: {
      /** Minutes a session lives without a call; 0: for ever. 0 needs `mfaCode`. */
      minutes: number;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The new setting. */
      loginMinutes: number;
    };
  };
  /** Lists the account's open sessions, this one first. `POST /v1/sessions` */
  sessions: {
    asks: Record<never, never>;
    answers: {
      /** The sessions. */
      items: ({
        /** The session's ID, as `/v1/endSessions` takes it. */
        id: string;
        /** True if it is the session of this call. */
        current: boolean;
        /** The time it signed in. ISO 8601, UTC. */
        createdAt: string;
        /** The time of its last call. ISO 8601, UTC. */
        lastSeenAt: string;
        /** The time it ends unless it makes a call; null: never. ISO 8601, UTC. */
        expiresAt: string | null;
        /** The address of its last call. */
        ip: string;
        /** The address's country (ISO 3166-1 alpha-2); null if unknown. */
        country: string | null;
        /** The country's name, in the language of the call; null if unknown. */
        countryName: string | null;
        /** The browser or program, as it named itself. */
        agent: string;
      })[];
    };
  };
  /** Ends one session, or all but this one. `POST /v1/endSessions` */
  endSessions: {
    asks: {
      /** The session to end, by ID; all but this one if absent. */
      id?: string | undefined;
    };
    answers: {
      /** The number of sessions ended. */
      ended: number;
    };
  };
  /** Lists sign-ins and security changes of the account, newest first. `POST /v1/loginLog` */
  loginLog: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** The time it happened. ISO 8601, UTC. */
        at: string;
        /** The client's address. */
        ip: string;
        /** The address's country (ISO 3166-1 alpha-2); null if unknown. */
        country: string | null;
        /** The country's name, in the language of the call; null if unknown. */
        countryName: string | null;
        /** The browser or program, as it named itself. */
        agent: string;
        /** True if it was this session. */
        current: boolean;
        /** The kind of event: a sign-in by its method, or the setting that changed. */
        event: "signup" | "signin" | "google" | "github" | "linkedin" | "auto" | "signout" | "ended" | "passwordChanged" | "passwordRecovered" | "mfaBound" | "mfaUnbound" | "secureMailChanged" | "loginBound" | "loginUnbound" | "accessKeyChanged" | "apiKeyAdded" | "apiKeyDeleted" | "changeUndone" | "webhookAdded" | "webhookMoved" | "webhookSecretRenewed" | "viewed";
      })[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Creates a new access key; the old one stops working at once. `POST /v1/upAccessKey` */
  upAccessKey: {
    asks: {
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The new access key. Programs send it as `key`. */
      accessKey: string;
    };
  };
  /** Lists the account's API keys (50 at most), the newest first. `POST /v1/apiKeys` */
  apiKeys: {
    asks: Record<never, never>;
    answers: {
      /** The keys, expired ones too. */
      items: ApiKey[];
    };
  };
  /** Creates an API key. The key is shown once, in the response. `POST /v1/apiKeyAdd` */
  apiKeyAdd: {
    asks: {
      /** A name for the key. */
      name: string;
      /** The key's scopes: `read`, `proxies`, `buy`. Separated by commas in a form. */
      scopes: string[];
      /** The time it stops working; never if absent. ISO 8601, UTC. */
      expiresAt?: string | Date | undefined;
      /** The addresses and networks (CIDR) it works from, 20 at most; everywhere if absent. Separated by commas in a form. */
      ips?: string[] | undefined;
      /** The most it may spend from the wallet in a calendar month (UTC), in US cents; no limit if absent. Only with the scope `buy`. */
      maxCents?: number | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The key's ID. */
      id: string;
      /** The key. It is not shown again. */
      key: string;
    };
  };
  /** Deletes API keys; they stop working at once. `POST /v1/apiKeyDel` */
  apiKeyDel: {
    asks: {
      /** The keys, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of keys deleted. */
      deleted: number;
    };
  };
  /** Returns the data for signing in with third parties, or for linking their logins. `POST /v1/loginOptions` */
  loginOptions: {
    asks: {
      /** The page to which the provider sends the browser back: the dashboard's `/index/loading`. By default that of PUBLIC_URL. */
      redirectUri?: string | undefined;
    };
    answers: {
      /** The sign-in with Google; null if it is not set up. */
      google: {
        /** This installation's client ID with the provider. */
        clientId: string;
        /** A value to send back unchanged with the provider's response. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
      /** The sign-in with GitHub; null if it is not set up. */
      github: {
        /** This installation's client ID with the provider. */
        clientId: string;
        /** A value to send back unchanged with the provider's response. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
      /** The sign-in with LinkedIn; null if it is not set up. */
      linkedin: {
        /** This installation's client ID with the provider. */
        clientId: string;
        /** A value to send back unchanged with the provider's response. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
    };
  };
  /** Signs in with Google; creates the account at the first sign-in. `POST /v1/gLogin` */
  gLogin: {
    asks: {
      /** The provider's ID token. */
      credential?: string | undefined;
      /** The provider's authorization code, in place of `credential`. */
      code?: string | undefined;
      /** The `redirectUri` that the code was requested with. */
      redirectUri?: string | undefined;
      /** The `state` from `/v1/loginOptions`. */
      state?: string | undefined;
      /** The `proof` from a 460 `mfaNeeded`, in place of the provider's response. */
      proof?: string | undefined;
      /** The invitation code, for new accounts. */
      inviteCode?: string | undefined;
      /** 1 to accept the terms. Required. */
      agree: boolean | 0 | 1;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The session's token; send it as `session` from now on. */
      session: string;
      user: User;
      /** True if a new account was created. */
      created: boolean;
    };
  };
  /** Links or unlinks a login with a third party. `POST /v1/gBind` */
  gBind: {
    asks: {
      /** The third party. */
      provider: "google" | "github" | "linkedin";
      /** The provider's ID token. */
      credential?: string | undefined;
      /** The provider's authorization code, in place of `credential`. */
      code?: string | undefined;
      /** The `redirectUri` that the code was requested with. */
      redirectUri?: string | undefined;
      /** The `state` from `/v1/loginOptions`. */
      state?: string | undefined;
      /** 1 to remove the login instead. */
      unbind?: boolean | 0 | 1 | undefined;
      /** The account's password, as a fresh proof. If a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      bindings: Bindings;
    };
  };
  /** E-mails six digits for one purpose; the response is the same for known and unknown addresses. `POST /v1/mailCode` */
  mailCode: {
    asks: {
      /** The scene: the purpose of the code. */
      scene: "forgot" | "secureMail" | "cancel" | "unbindMfa" | "signin" | "verify" | "confirm";
      /** The address to send it to. For `cancel` and `unbindMfa` one of the account's own, its main address if absent. Not needed for `verify` and `confirm`. */
      email?: string | undefined;
      /** 1 to send it to the account's secure e-mail, for `cancel` and `unbindMfa`. */
      secure?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** Seconds until another code can be requested. */
      retryAfterSeconds: number;
    };
  };
  /** Sets or replaces the secure e-mail by a code that was sent to it. `POST /v1/secureMail` */
  secureMail: {
    asks: {
      /** The address to set, which the code was sent to. */
      email: string;
      /** The six digits mailed for the scene `secureMail`. */
      code: string;
      /** The account's password, as a fresh proof. If a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The new address, masked. */
      secureEmail: string;
    };
  };
  /** Verifies the account's e-mail address by a code that was sent to it. `POST /v1/verifyMail` */
  verifyMail: {
    asks: {
      /** The six digits mailed at sign-up, or for the scene `verify`. */
      code: string;
    };
    answers: {
      /** True if the address is verified now. */
      emailVerified: boolean;
    };
  };
  /** Lists authenticator apps. `POST /v1/mfaApp` */
  mfaApp: {
    asks: Record<never, never>;
    answers: {
      /** Authenticator apps. */
      apps: {
        /** The app's name. */
        name: string;
        /** Its page in the App Store. */
        ios: string;
        /** Its page on Google Play. */
        android: string;
      }[];
    };
  };
  /** Creates a new secret for the second factor; refused while one is bound. `POST /v1/mfaSecret` */
  mfaSecret: {
    asks: Record<never, never>;
    answers: {
      /** The secret to type into an app: 16 base32 characters. */
      secret: string;
      /** The secret as an `otpauth:` address, as apps read it from a QR code. */
      otpauth: string;
      /** The QR code, an SVG as a data URL. */
      qr: string;
    };
  };
  /** Binds the second factor by the secret's first code, and ends the other sessions. `POST /v1/bindMFa` */
  bindMFa: {
    asks: {
      /** The account's password, as a fresh proof. If a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The code that the app shows now. */
      code: string;
    };
    answers: {
      /** Recovery codes: each replaces a code of the second factor once. They are returned only this time. */
      recoveryCodes: string[];
      /** The number of other sessions that this ended. */
      ended: number;
    };
  };
  /** Unbinds the second factor by its code, a recovery code or a mailed code, and ends the other sessions. `POST /v1/unbindMFa` */
  unbindMFa: {
    asks: {
      /** The app's current code, or a recovery code. */
      code?: string | undefined;
      /** The six digits mailed for the scene `unbindMfa`, in place of `code`. */
      mailCode?: string | undefined;
    };
    answers: {
      /** The number of other sessions that this ended. */
      ended: number;
    };
  };
  /** Returns the account holder. `POST /v1/member` */
  member: {
    asks: Record<never, never>;
    answers: User;
  };
  /** Returns the data of every page's header. `POST /v1/headerInit` */
  headerInit: {
    asks: Record<never, never>;
    answers: {
      /** The e-mail address of the account. */
      email: string;
      /** True if a mailed code has proved that the e-mail address is the holder's. */
      emailVerified: boolean;
      /** The wallet's balance, in US cents. */
      walletCents: number;
      /** The account's arrears: the part of a dispute or refund that its wallet did not cover. Until they are paid, calls that spend are refused with `inArrears`. Null if nothing is owed. */
      arrears: {
        /** The sum owed, in US cents. The next recharge pays it first. */
        cents: number;
        /** The time the arrears began. Traffic goes on for 24 hours from then on. ISO 8601, UTC. */
        since: string;
      } | null;
      /** The server's time, for countdowns. ISO 8601, UTC. */
      now: string;
      /** True if a second factor is bound. */
      mfaBound: boolean;
      /** News, and alerts that are active now. */
      notices: ({
        /** The notice's ID. */
        id: string;
        /** `news` comes from the operator, `alert` from the account's own thresholds. */
        kind: "news" | "alert";
        /** The notice in one line. */
        title: string;
        /** The time the notice appeared. ISO 8601, UTC. */
        at: string;
        /** The dashboard screen where you can act on it; null if there is nothing to do. */
        to: string | null;
      })[];
      /** Payment methods that this installation accepts beside the wallet. */
      paymentMethods: ("card" | "crypto")[];
      /** The port on the customer's machine where the dashboard looks for the local manager. */
      managerPort: number;
    };
  };
  /** Returns the data of the home page. `POST /v2/indexInit` */
  indexInit: {
    asks: Record<never, never>;
    answers: {
      /** The wallet's balance, in US cents. */
      walletCents: number;
      /** Owed from earlier refunds, in US cents; the next money that comes in pays it first. */
      walletDebtCents: number;
      /** The number of pool IPs that the account can still open. */
      ipBalance: number;
      /** Traffic the account has left, in bytes. */
      trafficBytes: number;
      /** Credits for static IPs, by their period in days. */
      staticCredits: {
        /** Credits for 7 days. */
        "7": number;
        /** Credits for 30 days. */
        "30": number;
        /** Credits for 90 days. */
        "90": number;
      };
      /** Credits for short-term static IPs, by their period in days. */
      shortCredits: {
        /** Credits for 1 day. */
        "1": number;
        /** Credits for 3 days. */
        "3": number;
        /** Credits for 7 days. */
        "7": number;
      };
      /** Recharge offers that are running now. */
      promotions: {
        /** The offer's ID. */
        id: string;
        /** The offer's title. */
        title: string;
        /** The smallest recharge that the offer applies to, in US cents. */
        fromCents: number;
        /** The bonus in percent of the recharge. */
        percent: number;
        /** The time the offer ends. ISO 8601, UTC. */
        endsAt: string;
      }[];
      /** Bonuses on recharges, by sum. */
      bonusTiers: BonusTier[];
      /** The operator's news, the newest first. */
      news: {
        /** The ID of the piece of news. */
        id: string;
        /** Its headline. */
        title: string;
        /** Its text. */
        body: string;
        /** The time it was published. ISO 8601, UTC. */
        at: string;
      }[];
      /** The number of coupons that can be used now. */
      couponCount: number;
      /** Contact details of the support team. */
      support: {
        /** The support team's e-mail address. */
        email: string;
        /** An image to scan, as a data URL; empty if there is none. */
        qr: string;
        /** The number of hours within which support promises to answer. */
        hours: number;
      };
      /** A warning against fraud, in the language of the call. */
      antiFraud: string;
    };
  };
  /** Sets the payer that invoices name. `POST /v1/upInvoiceTitle` */
  upInvoiceTitle: {
    asks: {
      /** The payer's name or company. */
      title: string;
      /** The payer's tax number. */
      taxId?: string | undefined;
      /** The payer's postal address. */
      address?: string | undefined;
      /** The payer's country as a two-letter code (ISO 3166-1 alpha-2). */
      country?: string | undefined;
    };
    answers: {
      invoiceTitle: InvoiceTitle;
    };
  };
  /** Sets the language of e-mails and notices. `POST /v1/upLang` */
  upLang: {
    asks: {
      /** The language of e-mails and notices to this account. */
      language: "en" | "zh" | "fr" | "ru" | "vi" | "de";
    };
    answers: {
      /** The language that is set now. */
      lang: string;
    };
  };
  /** Returns everything that closing the account would destroy. `POST /v1/cancelInfo` */
  cancelInfo: {
    asks: Record<never, never>;
    answers: {
      /** The wallet's balance that would be lost, in US cents. */
      walletCents: number;
      /** The number of pool IPs that would be lost. */
      ipBalance: number;
      /** Traffic that would be lost, in bytes. */
      trafficBytes: number;
      /** Credits for static IPs, by their period in days. */
      staticCredits: {
        /** Credits for 7 days. */
        "7": number;
        /** Credits for 30 days. */
        "30": number;
        /** Credits for 90 days. */
        "90": number;
      };
      /** Credits for short-term static IPs, by their period in days. */
      shortCredits: {
        /** Credits for 1 day. */
        "1": number;
        /** Credits for 3 days. */
        "3": number;
        /** Credits for 7 days. */
        "7": number;
      };
      /** Affiliate profit that was not withdrawn, frozen or not, in US cents. */
      profitCents: number;
      /** The number of sub-accounts that would be deleted. */
      subAccounts: number;
      /** The number of whitelisted addresses that would be removed. */
      whitelistEntries: number;
      /** The number of static IPs, long and short term, that still have an address. */
      staticIps: number;
      /** The number of unlimited plans that still have open ports. */
      unlimitedPlans: number;
      /** The number of usable coupons that would be lost. */
      coupons: number;
      /** The number of sessions that would end. */
      sessions: number;
      /** The number of linked logins that would be removed. */
      linkedLogins: number;
      /** The number of payments that were begun and not finished; they end unpaid. */
      pendingPayments: number;
      /** The number of undecided withdrawals; they are rejected and their profit is lost. */
      pendingWithdrawals: number;
    };
  };
  /** Closes the account for ever. `POST /v1/cancel` */
  cancel: {
    asks: {
      /** The account's password. */
      password: string;
      /** The six digits mailed for the scene `cancel`. */
      code: string;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
      /** 1 to confirm that the account is to be closed for ever. */
      confirm: boolean | 0 | 1;
    };
    answers: Record<never, never>;
  };
  /** Returns or sets alert thresholds; absent fields keep their values. `POST /v1/alerts` */
  alerts: {
    asks: {
      /** The thresholds to change; a form sends them as JSON text. Absent ones keep their values. */
      thresholds?: {
        /** Alert when less traffic is left, in GB of 1,000,000,000 bytes; 0 or null: never. */
        trafficGb?: number | null | undefined;
        /** Alert when the wallet holds less, in US cents; 0 or null: never. */
        walletCents?: number | null | undefined;
        /** Alert so many days before something ends; 0 or null: never. */
        expiryDays?: number | null | undefined;
      } | undefined;
      /** 1 to get alerts by e-mail too, 0 to see them in the dashboard alone. */
      email?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** True if alerts are sent by e-mail too. */
      email: boolean;
      /** The thresholds; null: never. */
      thresholds: {
        /** Traffic that is left, in GB of 1,000,000,000 bytes. */
        trafficGb: number | null;
        /** The wallet's balance, in US cents. */
        walletCents: number | null;
        /** Days before something ends. */
        expiryDays: number | null;
      };
    };
  };
  /** Lists all entries of the account's ledger, newest first, with the running balance. `POST /v1/ledger` */
  ledger: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only entries of this asset, such as `wallet` or `traffic`. */
      asset?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: {
        /** The entry's ID. */
        id: string;
        /** The time of the entry. ISO 8601, UTC. */
        at: string;
        /** The asset: the wallet, traffic, IPs, credits or profit. */
        asset: string;
        /** The change, in the asset's own unit; negative for what went out. */
        amount: number;
        /** The balance after this entry, in the asset's own unit. */
        balance: number;
        /** The kind of entry, such as `order`, `recharge` or `refund`. */
        kind: string;
        /** The reference, such as an order number. */
        ref: string;
      }[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Lists all products on sale, with their price tiers. `POST /v2/priceList` */
  priceList: {
    asks: Record<never, never>;
    answers: {
      /** The products. */
      products: Product[];
    };
  };
  /** Calculates the price of an order. `POST /v1/quote` */
  quote: {
    asks: {
      /** The product, as `/v2/priceList` names it; for ports and bandwidth `port` or `bandwidth` will do. */
      sku: string;
      /** The number of units. */
      quantity: number;
      /** A coupon to apply, by its ID in `/v1/coupons`. */
      couponId?: string | undefined;
      /** The period in days, where `sku` leaves it open. */
      days?: 1 | 3 | 7 | 30 | 90 | undefined;
      /** The region of ports and bandwidth, where `sku` leaves it open. */
      region?: string | undefined;
    };
    answers: {
      /** The price before coupons, in US cents. */
      listCents: number;
      /** The discount of the coupon, in US cents. */
      discountCents: number;
      /** The sum to be paid, in US cents. */
      totalCents: number;
      /** The bonus, in words. */
      bonus?: string;
    };
  };
  /** Buys a product. The wallet pays at once; card and crypto pay at `payUrl`. `POST /v1/order` */
  placeOrder: {
    asks: {
      /** The product, as `/v2/priceList` names it. Not needed with `method=coupon`. */
      sku?: string | undefined;
      /** The number of units. Not needed with `method=coupon`. */
      quantity?: number | undefined;
      /** The method of payment. `coupon` redeems a gift coupon and costs nothing. */
      method: "wallet" | "card" | "crypto" | "coupon";
      /** A coupon to apply or redeem, by its ID in `/v1/coupons`. */
      couponId?: string | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Lists the account's orders, newest first unless `sort` says otherwise. `POST /v1/orderList` */
  orderList: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only orders of this kind of product. */
      kind?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** Only orders with this status. */
      status?: "pending" | "paid" | "failed" | "refunded" | undefined;
      /** The start of the span, included; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The end of the span, included; a bare day ends at midnight UTC. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** Part of an order number. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: "amountCents" | "createdAt" | "-amountCents" | "-createdAt" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: Order[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Lists the account's coupons. `POST /v1/coupons` */
  coupons: {
    asks: {
      /** Only coupons with this status. */
      status?: "usable" | "used" | "expired" | undefined;
    };
    answers: {
      /** The coupons. */
      items: ({
        /** The coupon's ID. */
        id: string;
        /** `gift` gives a product, `discount` lowers a price. */
        kind: "gift" | "discount";
        /** The coupon's title, in the language of the call. */
        title: string;
        /** The discount in percent; null for a gift. */
        percent: number | null;
        /** The product that a gift gives; null for a discount. */
        giftSku: string | null;
        /** The number of units in a gift; null for a discount. */
        giftAmount: number | null;
        /** The smallest order it applies to, in US cents; null for any. */
        minCents: number | null;
        /** The time until which it can be used. ISO 8601, UTC. */
        expiresAt: string;
        /** The time it was used; null before. ISO 8601, UTC. */
        usedAt: string | null;
      })[];
    };
  };
  /** Starts a payment into the wallet. `POST /v1/recharge` */
  recharge: {
    asks: {
      /** The sum to pay in, in US cents; 500 at least. */
      amountCents: number;
      /** The method of payment. */
      method: "card" | "crypto";
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The payment's ID, as `/v1/payment` takes it. */
      paymentId: string;
      /** The page where a person pays. */
      payUrl: string;
    };
  };
  /** Returns the state of a payment. `POST /v1/payment` */
  payment: {
    asks: {
      /** The payment, by its ID. */
      paymentId: string;
    };
    answers: {
      /** `pending` until it is over. */
      status: "pending" | "paid" | "failed" | "expired" | "refunded";
      /** The sum to be paid, in US cents. */
      amountCents: number;
      /** The bonus, in US cents. */
      bonusCents: number;
      /** The sum that has arrived so far, in US cents; it can be less or more than the amount. */
      receivedCents: number;
      /** The sum refunded so far, in US cents. */
      refundedCents: number;
      /** The method of payment. */
      method: "card" | "crypto";
      /** The page where a person pays. */
      payUrl: string;
      /** The sum paid beyond the amount, which went into the wallet, in US cents. */
      surplusCents: number;
      /** The order that it pays for; null for a recharge. */
      orderNo: string | null;
      /** The product of that order; null for a recharge. */
      order: {
        /** The product's name, in the language of the call. */
        name: string;
        /** The product, as `/v2/priceList` names it. */
        sku: string;
        /** The number of units bought. */
        quantity: number;
        /** `pending` until it is paid; `failed` if the payment did not arrive. */
        status: "pending" | "paid" | "failed" | "refunded";
        /** True if it is a renewal. */
        renewal?: boolean;
      } | null;
    };
  };
  /** Lists the wallet's recharges, newest first, and the bonus tiers. `POST /v1/rechargeList` */
  rechargeList: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** Bonuses on recharges, by sum. */
      bonusTiers: BonusTier[];
      /** One page of the list. */
      items: ({
        /** The recharge's ID. */
        id: string;
        /** The sum, in US cents. */
        amountCents: number;
        /** The bonus, in US cents. */
        bonusCents: number;
        /** The method of payment. */
        method: "card" | "crypto";
        /** `pending` until it is over. */
        status: "pending" | "paid" | "failed" | "expired" | "refunded";
        /** The sum that has arrived so far, in US cents. */
        receivedCents: number;
        /** The sum refunded so far, in US cents. */
        refundedCents: number;
        /** The time it was started. ISO 8601, UTC. */
        createdAt: string;
      })[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Creates a ticket that opens one download, such as an invoice or an export, within a minute. `POST /v1/ticket` */
  ticket: {
    asks: {
      /** The file to open: an order's invoice, an export of proxies, a month's statement, or a usage report. */
      what: "invoice" | "export" | "statement" | "usage";
      /** The order's number, for an invoice. */
      orderNo?: string | undefined;
      /** The month as YYYY-MM, for a statement. */
      month?: string | undefined;
      /** Only this product; all of them if absent. */
      product?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** The start of the span, included; a bare day starts at midnight UTC. 30 days before `to` by default. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The end of the span, included, at most 400 days after `from`; a bare day ends at midnight UTC. Now by default. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** The dimension that sums and series are split by; not split if absent. By the hour at most 93 days then. */
      by?: "account" | "country" | "city" | "domain" | "product" | "outcome" | undefined;
      /** Only traffic of this sub-account, by name. */
      account?: string | undefined;
      /** Only traffic through exits in this country (ISO 3166-1 alpha-2). */
      country?: string | undefined;
      /** Only traffic to this host. */
      domain?: string | undefined;
      /** For a usage report: the length of a step. */
      grain?: "hour" | "day" | "month" | undefined;
      /** For a usage report: the number of keys to list. */
      top?: number | undefined;
      /** For a usage report: the table to export. */
      part?: "series" | "totals" | "top" | "reasons" | undefined;
    };
    answers: {
      /** The ticket: valid once, within a minute. */
      ticket: string;
      /** The time the ticket expires. ISO 8601, UTC. */
      expiresAt: string;
    };
  };
  /** Returns the invitation link, its results, and the rules of the programme. `POST /v1/shareInfo` */
  shareInfo: {
    asks: Record<never, never>;
    answers: {
      /** The account's invitation code. */
      inviteCode: string;
      /** The invitation link. */
      shareUrl: string;
      /** The number of customers who signed up with the code. */
      invitations: number;
      /** The sum that invited customers paid, less refunds, in US cents. */
      transactionCents: number;
      /** Profit that can be withdrawn, in US cents; below 0 where a refund took back paid-out profit. */
      withdrawableCents: number;
      /** Profit that was paid out, fees included, in US cents. */
      cashedOutCents: number;
      /** Profit that is still frozen, in US cents. */
      frozenCents: number;
      /** Profit held by undecided withdrawals, in US cents. */
      pendingCents: number;
      /** Profit from a customer's orders, in percent. */
      orderPercent: number;
      /** Profit from renewals, in percent. */
      renewalPercent: number;
      /** The number of days a profit stays frozen. */
      freezeDays: number;
      /** The smallest withdrawal in crypto, in US cents. */
      cryptoMinCents: number;
      /** The fee of a withdrawal in crypto, in percent. */
      feePercent: number;
      /** The smallest fee of a withdrawal in crypto, in US cents. */
      feeMinCents: number;
    };
  };
  /** Lists profits by order, newest first. `POST /v1/profitList` */
  profitList: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only profits with this status. */
      status?: "frozen" | "available" | "deducted" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** The profit's ID. */
        id: string;
        /** The time the order was paid. ISO 8601, UTC. */
        paidAt: string;
        /** The invited customer's e-mail address, masked. */
        registerEmail: string;
        /** The order's price, in US cents. */
        orderAmountCents: number;
        /** The order's number. */
        orderNo: string;
        /** True if the order was a renewal. */
        renewal: boolean;
        /** The share of the order that was earned, in percent. */
        percent: number;
        /** The time from which the profit can be withdrawn; null once it can. ISO 8601, UTC. */
        freezeEndAt: string | null;
        /** The profit after deductions, in US cents. */
        profitCents: number;
        /** The sum that refunds of the order took back, in US cents. */
        deductedCents: number;
        /** `frozen` until `freezeEndAt`, then `available`; `deducted` where refunds took it back. */
        status: "frozen" | "available" | "deducted";
      })[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Lists the customers who signed up with the invitation code, newest first. `POST /v1/invitations` */
  invitations: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: {
        /** The invited customer's ID in this list. */
        id: string;
        /** The time the customer signed up. ISO 8601, UTC. */
        registeredAt: string;
        /** The customer's e-mail address, masked. */
        registerEmail: string;
        /** The number of orders that the customer paid. */
        orders: number;
        /** The sum that the customer paid, less refunds, in US cents. */
        transactionCents: number;
        /** The profit from the customer's orders, in US cents. */
        profitCents: number;
      }[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Returns invitations and profit by day (UTC), the oldest first, without gaps. `POST /v1/shareChart` */
  shareChart: {
    asks: {
      /** The number of days to show, today included. 30 by default. */
      days?: 7 | 30 | 90 | undefined;
    };
    answers: {
      /** One entry a day, the oldest first. */
      items: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** The number of customers who signed up on that day. */
        invitations: number;
        /** The profit earned that day, in US cents. */
        profitCents: number;
      }[];
    };
  };
  /** Sets a custom invitation code. `POST /v1/upShareCode` */
  upShareCode: {
    asks: {
      /** The new code: 6 to 15 letters and digits. */
      code: string;
    };
    answers: {
      /** The new code. */
      inviteCode: string;
      /** The invitation link with that code. */
      shareUrl: string;
    };
  };
  /** Withdraws profit: to the wallet at once, or in crypto once the operator has paid it. `POST /v1/getProfit` */
  getProfit: {
    asks: {
      /** The sum to withdraw, in US cents. */
      amountCents: number;
      /** `balance` pays into the wallet at once, `crypto` to `walletAddress` once the operator has paid. */
      target: "balance" | "crypto";
      /** Your contact details, for the operator. Required for `crypto`. */
      contact?: string | undefined;
      /** The crypto address to pay to. Required for `crypto`. */
      walletAddress?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The withdrawal that was created. */
      withdrawal: Withdrawal;
    };
  };
  /** Lists withdrawals of profit, newest first. `POST /v1/profitRecord` */
  profitRecord: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only withdrawals with this status. */
      status?: "pending" | "paid" | "rejected" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: Withdrawal[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Makes CDKeys from the IP or traffic balance. `POST /v1/cdkeyMake` */
  cdkeyMake: {
    asks: {
      /** The content of the CDKeys: IPs of the pool, or traffic. */
      kind: "ip" | "traffic";
      /** The amount in each CDKey: 100 IPs or more, or whole GB of traffic. */
      amount: number;
      /** The number of CDKeys to make. */
      count: number;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The CDKeys that were made. */
      items: CdKey[];
    };
  };
  /** Lists the CDKeys that the account made, newest first. `POST /v1/cdkeys` */
  cdkeys: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only CDKeys with this status. */
      status?: "unused" | "used" | "void" | undefined;
      /** Only CDKeys with this content. */
      kind?: "ip" | "traffic" | undefined;
      /** Part of a code or of a redeemer's e-mail address. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: CdKey[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Redeems a CDKey; its content belongs to the account at once. `POST /v1/cdkeyUse` */
  cdkeyUse: {
    asks: {
      /** The CDKey's code. */
      code: string;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The content that was added: IPs of the pool, or traffic. */
      kind: "ip" | "traffic";
      /** The amount that was added: IPs, or GB of traffic. */
      amount: number;
    };
  };
  /** Lists the CDKeys that the account redeemed, newest first. `POST /v1/cdkeyRecord` */
  cdkeyRecord: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** The CDKey's ID. */
        id: string;
        /** The CDKey's code. */
        code: string;
        /** The content of the CDKey: IPs of the pool, or traffic. */
        kind: "ip" | "traffic";
        /** The amount: IPs, or GB of traffic. */
        amount: number;
        /** The time it was redeemed. ISO 8601, UTC. */
        usedAt: string;
      })[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Predicts how long traffic and wallet last at the present rate, and lists everything that ends in the next 30 days. `POST /v1/forecast` */
  forecast: {
    asks: Record<never, never>;
    answers: {
      /** The forecast of the traffic. */
      traffic: {
        /** Traffic that is left, in bytes. */
        leftBytes: number;
        /** Traffic used since midnight UTC, in bytes. */
        todayBytes: number;
        /** Traffic used yesterday (UTC), in bytes. */
        yesterdayBytes: number;
        /** Traffic used a day at the present rate, in bytes. */
        perDayBytes: number;
        /** The last 14 days in UTC, today included, the oldest first. */
        days: {
          /** The day in UTC, as YYYY-MM-DD. */
          day: string;
          /** Traffic in both directions together, in bytes. */
          bytes: number;
        }[];
        /** Full days of use that the rate is based on; 0 if there are too few. */
        fromDays: number;
        /** Days until nothing is left at that rate; null if nothing is used or there are too few days. */
        daysLeft: number | null;
      };
      /** The forecast of the wallet. */
      wallet: {
        /** The wallet's balance, in US cents. */
        leftCents: number;
        /** Spent a day at the present rate, in US cents. */
        perDayCents: number;
        /** The number of automatic renewals of static IPs in the next 30 days. */
        renewals: number;
        /** The sum that those renewals will take from the wallet once credits are used, in US cents. */
        renewalsCents: number;
        /** The sum that the wallet lacks for them, in US cents. */
        missingCents: number;
        /** Full days of use that the rate is based on; 0 if there are too few. */
        fromDays: number;
        /** Days until nothing is left at that rate; null if nothing is used or there are too few days. */
        daysLeft: number | null;
      };
      /** Things that end in the next 30 days, ten at most. The soonest come first; with more than ten, those that are not renewed. */
      endings: ({
        /** The kind of thing that ends. */
        kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
        /** The ID. */
        id: string;
        /** The name, in the language of the call. */
        name: string;
        /** The time it ends. ISO 8601, UTC. */
        endsAt: string;
        /** True if it has auto-renew; null if it cannot be renewed. */
        autoRenew: boolean | null;
        /** The dashboard screen where you can act on it. */
        to: string;
      })[];
      /** The number of things that end in the next 30 days. */
      endingsTotal: number;
    };
  };
  /** Finds things of the account by a part of their name, address, remark or number. `POST /v1/find` */
  find: {
    asks: {
      /** The text to look for. */
      q: string;
    };
    answers: {
      /** At most five of each kind; matches at the start of the text come first. */
      items: ({
        /** The kind of entry. */
        kind: "subAccount" | "static" | "short" | "openedIp" | "plan" | "port" | "whitePort" | "whitelist" | "link" | "order" | "webhook";
        /** The entry's ID. */
        id: string;
        /** The entry's name, address or number. */
        name: string;
        /** A distinguishing detail, such as a remark, a country or an amount. */
        detail: string;
        /** The dashboard screen of the entry. */
        to: string;
      })[];
    };
  };
  /** Lists the account's webhooks (10 at most), the oldest first. `POST /v1/webhooks` */
  webhooks: {
    asks: Record<never, never>;
    answers: {
      /** The webhooks. */
      items: Webhook[];
      /** All events. */
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
    };
  };
  /** Creates a webhook; returns the secret that signs its events. `POST /v1/webhookAdd` */
  webhookAdd: {
    asks: {
      /** The address to send events to: https, and not of an internal network. */
      url: string;
      /** The events to send, separated by commas in a form; all if absent. */
      events?: string[] | undefined;
      /** A description, as free text. */
      description?: string | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The webhook's ID. */
      id: string;
      /** The address that events are sent to. */
      url: string;
      /** The customer's description; empty without one. */
      description: string;
      /** The events that are sent; empty for all of them. */
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
      /** True if events are sent. */
      enabled: boolean;
      /** The reason it was disabled: by its `owner`, or by us after it was `failing` for days or returned 410 (`gone`). Null while it is enabled. */
      disabledBy: "owner" | "failing" | "gone" | null;
      /** The time it was created. ISO 8601, UTC. */
      createdAt: string;
      /** The time the last event was sent; null before the first. ISO 8601, UTC. */
      lastAt: string | null;
      /** True if the last event arrived; null before the first. */
      lastDelivered: boolean | null;
      /** The time since which nothing arrives; null while events do. ISO 8601, UTC. */
      failingSince: string | null;
      /** The number of events waiting to be sent. */
      waiting: number;
      /** The secret that events are signed with. Keep it to yourself. */
      secret: string;
    };
  };
  /** Changes a webhook; absent fields keep their values. `POST /v1/webhookUp` */
  webhookUp: {
    asks: {
      /** The webhook, by ID. */
      id: string;
      /** Another address to send events to. Needs `mfaCode` if a second factor is bound. */
      url?: string | undefined;
      /** The events to send, separated by commas in a form; empty text for all. */
      events?: string[] | undefined;
      /** A description; empty text removes it. */
      description?: string | undefined;
      /** 1 to send events, 0 to stop. */
      enabled?: boolean | 0 | 1 | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: Webhook;
  };
  /** Deletes webhooks and the events that wait for them. `POST /v1/webhookDel` */
  webhookDel: {
    asks: {
      /** The webhooks, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of webhooks deleted. */
      deleted: number;
    };
  };
  /** Returns the signing secret; `renew=1` replaces it, and both sign for a day. `POST /v1/webhookSecret` */
  webhookSecret: {
    asks: {
      /** The webhook, by ID. */
      id: string;
      /** 1 to replace the secret. */
      renew?: boolean | 0 | 1 | undefined;
      /** The current code of the second factor, or a recovery code. Required if a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The secret that events are signed with. Keep it to yourself. */
      secret: string;
      /** The time until which the old secret signs too; null if there is none. ISO 8601, UTC. */
      previousUntil: string | null;
    };
  };
  /** Sends a `ping` at once and returns its result. `POST /v1/webhookTest` */
  webhookTest: {
    asks: {
      /** The webhook, by ID. */
      id: string;
    };
    answers: WebhookDelivery;
  };
  /** Lists events of the last 30 days that were sent or wait to be sent, the newest first. `POST /v1/webhookDeliveries` */
  webhookDeliveries: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the delivery with this ID. */
      id?: string | undefined;
      /** Only deliveries of this webhook. */
      webhookId?: string | undefined;
      /** Only deliveries of this event. */
      event?: "order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears" | "ping" | undefined;
      /** Only deliveries with this status. */
      status?: "waiting" | "delivered" | "failed" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: WebhookDelivery[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Sends deliveries again: those of `ids`, or all of a webhook that failed since a given time. `POST /v1/webhookReplay` */
  webhookReplay: {
    asks: {
      /** The deliveries to send again, by ID. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** All failed deliveries of this webhook, in place of `ids`. */
      webhookId?: string | undefined;
      /** With `webhookId`: only those that failed since then. ISO 8601, UTC. */
      since?: string | Date | undefined;
    };
    answers: {
      /** The number of deliveries that are sent again. */
      replayed: number;
    };
  };
  /** Lists countries with exits of the pool, with names in `lang`. `POST /v1/countrys` */
  countrys: {
    asks: Record<never, never>;
    answers: {
      /** The countries. */
      items: {
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        code: string;
        /** The country's name, in the language of the call. */
        name: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Lists countries with exits for the traffic plan, with names in `lang`. `POST /v2/country` */
  countryV2: {
    asks: Record<never, never>;
    answers: {
      /** The countries. */
      items: {
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        code: string;
        /** The country's name, in the language of the call. */
        name: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Lists states and cities of a country with exits of the ISP pool. `POST /v1/city` */
  city: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country: string;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
    };
    answers: {
      /** The states and cities. */
      items: {
        /** The state's token, as filters take it. */
        state: string;
        /** The state's name. */
        stateName: string;
        /** The city's token, as filters take it. */
        city: string;
        /** The city's name. */
        cityName: string;
        /** The number of exits online there. */
        online: number;
      }[];
    };
  };
  /** Lists states and cities of a country with exits for the traffic plan. `POST /v2/city` */
  cityV2: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country: string;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
    };
    answers: {
      /** The states and cities. */
      items: {
        /** The state's token, as filters take it. */
        state: string;
        /** The state's name. */
        stateName: string;
        /** The city's token, as filters take it. */
        city: string;
        /** The city's name. */
        cityName: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Lists postal codes of a country, state or city with exits of the ISP pool. `POST /v1/postal` */
  postal: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country: string;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
    };
    answers: {
      /** The postal codes. */
      items: {
        /** The state's token, as filters take it. */
        state: string;
        /** The state's name. */
        stateName: string;
        /** The city's token, as filters take it. */
        city: string;
        /** The city's name. */
        cityName: string;
        /** The number of exits online there. */
        online: number;
        /** The postal code. */
        postal: string;
      }[];
    };
  };
  /** Lists network providers with exits of the ISP pool. `POST /v1/isp` */
  isp: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
    };
    answers: {
      /** The providers. */
      items: {
        /** The network provider's token, as filters take it. */
        isp: string;
        /** The network provider's name. */
        ispName: string;
        /** The number of exits online there. */
        online: number;
      }[];
    };
  };
  /** Lists networks with exits of the ISP pool. `POST /v1/asn` */
  asn: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
    };
    answers: {
      /** The networks. */
      items: {
        /** The network's number (ASN); 0 if only its provider can be selected. */
        asn: number;
        /** The network provider's token, as filters take it. */
        isp: string;
        /** The network's name. */
        name: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Lists networks with exits for the traffic plan. `POST /v2/asn` */
  asnV2: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
    };
    answers: {
      /** The networks. */
      items: {
        /** The network's number (ASN); 0 if only its provider can be selected. */
        asn: number;
        /** The network provider's token, as filters take it. */
        isp: string;
        /** The network's name. */
        name: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Lists states and cities for the endpoint generator; all countries without `country`. `POST /v1/traffic/city` */
  trafficCity: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The largest number of entries to return; all if absent. */
      limit?: number | undefined;
    };
    answers: {
      /** The states and cities. */
      items: {
        /** The state's token, as filters take it. */
        state: string;
        /** The state's name. */
        stateName: string;
        /** The city's token, as filters take it. */
        city: string;
        /** The city's name. */
        cityName: string;
        /** The number of exits online there. */
        online: number;
        /** True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not. */
        upstream?: boolean;
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        country: string;
      }[];
    };
  };
  /** Lists the gateways a customer may connect to, the nearest first. `POST /v1/traffic/server` */
  trafficServer: {
    asks: Record<never, never>;
    answers: {
      /** The gateways. */
      items: {
        /** The region that the gateway is in. */
        region: string;
        /** The region's name, in the language of the call. */
        regionName: string;
        /** The gateway machine's name; empty if all machines share the host. */
        node: string;
        /** The host that clients connect to. */
        host: string;
        /** The port for HTTP proxy and SOCKS5. */
        port: number;
        /** The protocols that it speaks. */
        protocols: string[];
      }[];
    };
  };
  /** Lists exits of the pool that are online, the fastest first. `POST /v1/ip/list` */
  ipList: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: PoolIp[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Opens exits by ID, or a number of exits at a place; each costs one IP of balance. `POST /v1/ip/open` */
  ipOpen: {
    asks: {
      /** The exits to open, by ID in `/v1/ip/list`. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The postal code. */
      postal?: string | undefined;
      /** The number of exits to open at the place, without `ids`. */
      num?: number | undefined;
      /** The number of whole hours to keep them open. */
      hours: number;
      /** The authentication: `user` by username and password, `nouser` by whitelist. */
      auth: "user" | "nouser";
      /** The first port to open; several are consecutive. Any free port if absent. */
      port?: number | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The IPs that were opened. */
      items: OpenedIp[];
    };
  };
  /** Ends opened IPs at once, or removes ended ones from the list; nothing is refunded. `POST /v1/ip/del` */
  ipDel: {
    asks: {
      /** The opened IPs, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of IPs deleted. */
      deleted: number;
    };
  };
  /** Lists IPs that were opened with `auth=user` in the last five hours, the newest first. `POST /v1/ipHistory` */
  ipHistory: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** Part of an address, a `host:port` or a city's name. */
      search?: string | undefined;
      /** Only IPs with this status. */
      status?: "active" | "ended" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: OpenedIp[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Lists IPs that were opened with `auth=nouser` in the last five hours, the newest first. `POST /v2/ipHistory` */
  ipHistoryNoUser: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** Part of an address, a `host:port` or a city's name. */
      search?: string | undefined;
      /** Only IPs with this status. */
      status?: "active" | "ended" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: OpenedIp[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Returns the one username and password of all opened IPs; `password` sets another. `POST /v1/ipPassInfo` */
  ipPassInfo: {
    asks: {
      /** A new password, 6 to 22 letters and digits, at least 10 if only digits. Needs a session. */
      password?: string | undefined;
    };
    answers: {
      /** The username of all opened IPs. */
      username: string;
      /** The password of all opened IPs. */
      password: string;
      /** Opened IPs that accept the password now. */
      endpoints: {
        /** The opened IP's ID. */
        id: string;
        /** The host that clients connect to. */
        host: string;
        /** The port that clients connect to. */
        port: number;
        /** The exit's address. */
        ip: string;
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        country: string;
        /** The time it closes. ISO 8601, UTC. */
        expiresAt: string;
      }[];
    };
  };
  /** Returns the number of IPs opened on each of the last days (UTC), today included. `POST /v1/ipLineChart` */
  ipLineChart: {
    asks: {
      /** The number of days to show, today included. 7 by default. */
      days?: 7 | 30 | undefined;
    };
    answers: {
      /** One entry a day, the oldest first. */
      items: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** The number of IPs opened on that day. */
        opened: number;
      }[];
    };
  };
  /** Lists the account's extraction links, the newest first. `POST /v1/apiLinks` */
  apiLinks: {
    asks: Record<never, never>;
    answers: {
      /** The links, the newest first. */
      items: ExtractionLink[];
    };
  };
  /** Creates an extraction link: an address that returns proxies to whitelisted callers. `POST /v1/apiLinkAdd` */
  apiLinkAdd: {
    asks: {
      /** `ip` opens IPs of the pool, `traffic` opens whitelisted ports of the traffic plan. */
      plan: "ip" | "traffic";
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The number of proxies that each call returns. 1 by default. */
      num?: number | undefined;
      /** The number of hours that opened IPs stay open. For `plan=ip`. */
      hours?: number | undefined;
      /** The number of minutes that whitelisted ports stay open. For `plan=traffic`. */
      minutes?: number | undefined;
      /** The format of the response. `txt` by default. */
      format?: "txt" | "json" | "csv" | undefined;
      /** The separator of proxies in a text file; `\\n` and `\\t` are read as line break and tab. */
      separator?: string | undefined;
      /** The first port to open; several are consecutive. Any free port if absent. */
      port?: number | undefined;
      /** The protocol that proxies are listed with. `http` by default. */
      protocol?: "http" | "socks5" | undefined;
      /** A description, as free text. */
      remark?: string | undefined;
    };
    answers: {
      /** The link's ID. */
      id: string;
      /** The whole address with its token. It works from whitelisted addresses alone. */
      url: string;
      /** `ip` opens IPs of the pool, `traffic` opens whitelisted ports of the traffic plan. */
      plan: "ip" | "traffic";
      /** The country as a two-letter code (ISO 3166-1 alpha-2); empty for any. */
      country: string;
      /** The country's name, in the language of the call. */
      countryName: string;
      /** The state's token, as filters take it. */
      state: string;
      /** The state's name. */
      stateName: string;
      /** The city's token, as filters take it. */
      city: string;
      /** The city's name. */
      cityName: string;
      /** The number of proxies that each call returns. */
      num: number;
      /** The number of hours that opened IPs stay open; null for plan `traffic`. */
      hours: number | null;
      /** The number of minutes that whitelisted ports stay open; null for plan `ip`. */
      minutes: number | null;
      /** The format of the response. */
      format: "txt" | "json" | "csv";
      /** The separator of proxies in a text file. */
      separator: string;
      /** The first port to open; null for any free port. */
      port: number | null;
      /** The protocol that proxies are listed with. */
      protocol: "http" | "socks5";
      /** The customer's description; empty without one. */
      remark: string;
      /** The time it was created. ISO 8601, UTC. */
      createdAt: string;
      /** The time it last returned proxies; null before the first time. ISO 8601, UTC. */
      lastUsedAt: string | null;
      /** The number of times it returned proxies. */
      uses: number;
      /** The link that was created; its fields are beside it too. */
      item: ExtractionLink;
      /** The same link as a list. */
      items: ExtractionLink[];
    };
  };
  /** Deletes extraction links; opened IPs and ports stay open until they end. `POST /v1/apiLinkDel` */
  apiLinkDel: {
    asks: {
      /** The links to remove, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of links deleted. */
      deleted: number;
    };
  };
  /** Lists the open whitelisted ports, the newest first. `POST /v1/whitePorts` */
  whitePorts: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port number, a place or a remark. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: WhitelistedPort[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Opens ports for whitelisted addresses, without a password. `POST /v1/whitePortAdd` */
  whitePortAdd: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The state or province: its token (`newyork`) or its name (`New York`). */
      state?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The network's provider: its token (`comcast`) or its name. */
      isp?: string | undefined;
      /** The network's number; `AS7922` and `7922` are the same. */
      asn?: number | undefined;
      /** The region of the gateway, as `/v1/traffic/server` lists it; the gateway with the fewest ports if absent. */
      region?: string | undefined;
      /** The number of ports to open. */
      num: number;
      /** The number of minutes to keep them open. */
      minutes: number;
      /** A description, as free text. */
      remark?: string | undefined;
    };
    answers: {
      /** The ports that were opened. */
      items: WhitelistedPort[];
    };
  };
  /** Closes whitelisted ports at once. `POST /v1/whitePortDel` */
  whitePortDel: {
    asks: {
      /** The ports, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of ports deleted. */
      deleted: number;
    };
  };
  /** Returns the traffic left, used and allocated, and the data to connect with. `POST /v1/trafficInfo` */
  trafficInfo: {
    asks: Record<never, never>;
    answers: {
      /** The traffic left, allocated or not, in bytes. */
      balanceBytes: number;
      /** The traffic used, in bytes. */
      usedBytes: number;
      /** The traffic allocated to sub-accounts, in bytes. */
      allocatedBytes: number;
      /** True if the account has the enterprise plan for traffic. */
      enterprise: boolean;
      /** The grammar of a username: how it selects a place or a session. */
      grammar: {
        /** The form of a username with all parameters. */
        pattern: string;
        /** The parameters of a username. */
        parameters: {
          /** The parameter's name. */
          name: string;
          /** Other spellings of the name. */
          aliases: string[];
          /** The parameter as it is written. */
          example: string;
          /** The effect of the parameter, in the language of the call. */
          help: string;
        }[];
      };
      /** The gateways to connect to, the nearest first. */
      endpoints: {
        /** The region that the gateway is in. */
        region: string;
        /** The region's name, in the language of the call. */
        regionName: string;
        /** The gateway machine's name; empty if all machines share the host. */
        node: string;
        /** The host that clients connect to. */
        host: string;
        /** The port for HTTP proxy and SOCKS5. */
        port: number;
        /** The protocols that it speaks. */
        protocols: string[];
      }[];
      /** The address used in examples. */
      exampleTarget: string;
    };
  };
  /** Returns traffic by day, every day of the span, oldest first. `POST /v2/statis` */
  statis: {
    asks: {
      /** The number of days to show, today included. 30 by default. */
      days?: 7 | 30 | undefined;
    };
    answers: {
      /** Traffic used since midnight UTC, in bytes. */
      todayBytes: number;
      /** Traffic used in all these days, in bytes. */
      totalBytes: number;
      /** Tunnels and requests in all these days. */
      requests: number;
      /** One entry a day, the oldest first; days without traffic show 0. */
      items: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** The number of tunnels and requests that ended in that time. */
        requests: number;
      }[];
    };
  };
  /** Returns traffic by day or hour, of one sub-account or of all; every step of the span. `POST /v1/traffic/statis` */
  trafficStatis: {
    asks: {
      /** The number of days to show, today included, without `from` and `to`. 30 by default. */
      days?: 7 | 30 | undefined;
      /** The name of a sub-account; all of them if absent. */
      account?: string | undefined;
      /** The start of the span, included; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The end of the span, included; a bare day ends at midnight UTC. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** The length of a step: a day or an hour (UTC). `day` by default. */
      by?: "day" | "hour" | undefined;
    };
    answers: {
      /** One entry a step, the oldest first; steps without traffic show 0. */
      items: {
        /** The time the step begins. ISO 8601, UTC. */
        at: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** The number of tunnels and requests that ended in that time. */
        requests: number;
      }[];
    };
  };
  /** Returns traffic by month, oldest first. `POST /v1/traffic/statisMonth` */
  trafficStatisMonth: {
    asks: {
      /** The number of months to show, this one included. 12 by default. */
      months?: number | undefined;
    };
    answers: {
      /** One entry a month, the oldest first. */
      items: {
        /** The month in UTC, as YYYY-MM. */
        month: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
      }[];
    };
  };
  /** Lists the target hosts with the most traffic. `POST /v1/traffic/statisDomain` */
  trafficStatisDomain: {
    asks: {
      /** The number of days to count, today included. 30 by default. */
      days?: 7 | 30 | undefined;
      /** The name of a sub-account; all of them if absent. */
      account?: string | undefined;
      /** The number of hosts to return. 20 by default. */
      top?: number | undefined;
    };
    answers: {
      /** The hosts, those with the most traffic first. */
      items: {
        /** The target's host name. */
        domain: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** The number of tunnels and requests that ended in that time. */
        requests: number;
      }[];
    };
  };
  /** Returns the usage of all products, by step and by a dimension of your choice, with the span before. `POST /v1/usage` */
  usage: {
    asks: {
      /** Only this product; all of them if absent. */
      product?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** The start of the span, included; a bare day starts at midnight UTC. 30 days before `to` by default. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The end of the span, included, at most 400 days after `from`; a bare day ends at midnight UTC. Now by default. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** The length of a step: an hour, a day or a month (UTC). `day` by default. By the month whole days are included. */
      grain?: "hour" | "day" | "month" | undefined;
      /** The dimension that sums and series are split by; not split if absent. By the hour at most 93 days then. */
      by?: "account" | "country" | "city" | "domain" | "product" | "outcome" | undefined;
      /** Only traffic of this sub-account, by name. */
      account?: string | undefined;
      /** Only traffic through exits in this country (ISO 3166-1 alpha-2). */
      country?: string | undefined;
      /** Only traffic to this host. */
      domain?: string | undefined;
      /** The number of keys to return in `top`, those with most traffic. 10 by default. */
      top?: number | undefined;
    };
    answers: {
      /** The start of the span: an hour or a day. ISO 8601, UTC. */
      from: string;
      /** The end of the span, not included. ISO 8601, UTC. */
      to: string;
      /** The length of a step. */
      grain: "hour" | "day" | "month";
      /** The sums of the span. */
      totals: {
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** Tunnels and requests that were opened. */
        requests: number;
        /** Tunnels and requests that ended without an error. */
        succeeded: number;
        /** Tunnels and requests that were refused, cut or failed; a refused one was never opened. */
        failed: number;
        /** The median time to connect to targets; null without a measurement. */
        connectP50Ms: number | null;
        /** The 95th percentile of the time to connect to targets; null without a measurement. */
        connectP95Ms: number | null;
      };
      /** The sums of as many steps before the span. */
      previous: {
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** Tunnels and requests that were opened. */
        requests: number;
        /** Tunnels and requests that ended without an error. */
        succeeded: number;
        /** Tunnels and requests that were refused, cut or failed; a refused one was never opened. */
        failed: number;
        /** The median time to connect to targets; null without a measurement. */
        connectP50Ms: number | null;
        /** The 95th percentile of the time to connect to targets; null without a measurement. */
        connectP95Ms: number | null;
      };
      /** The steps, oldest first; with `by` only those that are not empty. */
      series: {
        /** The time the step begins. ISO 8601, UTC. */
        at: string;
        /** With `by`: the first ten keys of `top`, and `(other)` for the rest. */
        key?: string;
        /** By city: the city's country. */
        country?: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** Tunnels and requests that were opened. */
        requests: number;
        /** Tunnels and requests that ended without an error. */
        succeeded: number;
        /** Tunnels and requests that were refused, cut or failed; a refused one was never opened. */
        failed: number;
      }[];
      /** With `by`: the keys with most traffic, and `(other)` for the rest, if any. */
      top: {
        /** A sub-account's name, country, city, host, product or outcome; in brackets for the rest: `(other)`, `(unknown)`, and a product that is used without a sub-account. */
        key: string;
        /** By city: the city's country. */
        country?: string;
        /** The key's name, in the language of the call. */
        label: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** Tunnels and requests that were opened. */
        requests: number;
        /** Tunnels and requests that ended without an error. */
        succeeded: number;
        /** Tunnels and requests that were refused, cut or failed; a refused one was never opened. */
        failed: number;
      }[];
      /** Reasons that tunnels and requests did not succeed, the most frequent first; 50 at most. Empty with `domain`. */
      reasons: ({
        /** The reason, as in the request log. */
        reason: string;
        /** The outcome: refused, cut or failed. */
        outcome: "ok" | "refused" | "cut" | "failed";
        /** The meaning of the reason, in the language of the call. */
        label: string;
        /** The advice on the reason, in the language of the call. */
        fix: string;
        /** The number of tunnels and requests. */
        requests: number;
      })[];
    };
  };
  /** Returns the price of the last 30 days' use with each kind of product. `POST /v1/cheapestPlan` */
  cheapestPlan: {
    asks: Record<never, never>;
    answers: {
      /** The time the span begins: an hour, 30 days ago. ISO 8601, UTC. */
      from: string;
      /** The time the span ends. ISO 8601, UTC. */
      to: string;
      /** Traffic of all products in both directions, in bytes. */
      bytes: number;
      /** The number of exits used in the busiest hour; of the newest 100,000 connections. */
      addresses: number;
      /** The mean of the busiest hour, in Mbps, both directions. */
      busiestMbps: number;
      /** The cheapest sufficient plan of each kind, the cheapest first. */
      plans: ({
        /** The product, as `/v1/order` or `/v1/orderUnlimit` takes it. */
        sku: string;
        /** The kind of product. */
        kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
        /** The product's name, in the language of the call. */
        name: string;
        /** The unit, such as GB. */
        unit: string;
        /** The number of units used. */
        needed: number;
        /** The number of units to buy: at least the smallest order, and more where that costs less. */
        quantity: number;
        /** The price of one unit, in millionths of a US dollar. */
        unitMicros: number;
        /** `quantity` times `unitMicros`, in US cents. */
        totalCents: number;
      })[];
    };
  };
  /** Lists the tunnels and requests of the last 24 hours that ended or were refused, newest first. `POST /v1/requestLog` */
  requestLog: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** The name of a sub-account or static IP, deleted ones included. */
      account?: string | undefined;
      /** Only entries with this outcome; `errors`: all but `ok`. */
      outcome?: "ok" | "refused" | "cut" | "failed" | "errors" | undefined;
      /** The start of the span, included; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The end of the span, not included; a bare day is included whole. ISO 8601, UTC. */
      to?: string | string | Date | undefined;
      /** Part of an ID, a target, a client's address or an exit's address. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: LoggedRequest[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Streams the account's traffic and open connections, every second, until the session ends. `POST /v1/live` */
  live: {
    asks: Record<never, never>;
    answers: {
      /** The time it was measured. ISO 8601, UTC. */
      at: string;
      /** Traffic in the last second, both directions, in bytes. */
      bytesPerSecond: number;
      /** Connections that are open now. */
      connections: number;
      /** Traffic and connections by sub-account; idle ones are left out. */
      byAccount: {
        /** The sub-account's name. */
        account: string;
        /** Traffic in the last second, both directions, in bytes. */
        bytesPerSecond: number;
        /** Connections that are open now. */
        connections: number;
      }[];
    };
  };
  /** Fetches a page through one of the account's own proxies. `POST /v1/proxyTest` */
  proxyTest: {
    asks: {
      /** The proxy: `host:port:user:password`, `user:password@host:port`, or a URL (`http://`, `socks5://`). It has to be one of the account's own. */
      proxy: string;
      /** The protocol to test with. By default that of the URL, else `http`. */
      protocol?: "http" | "socks5" | undefined;
    };
    answers: {
      /** True if the page was fetched. */
      ok: boolean;
      /** The address that the target saw; null if it was not reached. */
      exitIp: string | null;
      /** The exit's country (ISO 3166-1 alpha-2); null if unknown. */
      country: string | null;
      /** The exit's network number (ASN); null if unknown. */
      asn: number | null;
      /** Milliseconds until the proxy was connected to the target; null if it was not. */
      connectMs: number | null;
      /** The duration of the whole test, in milliseconds. */
      totalMs: number;
      /** The reason of a failure, as in `X-Turnpike-Reason`; empty if it succeeded. */
      reason: string;
      /** The gateway's message, in English; often empty. */
      detail: string;
      /** The meaning of the reason, in the language of the call; empty if it succeeded. */
      text: string;
      /** The advice on the reason, in the language of the call; empty if it succeeded. */
      fix: string;
      /** The gateway's `X-Request-Id`, which `/v1/requestLog` finds; null if there was none. */
      requestId: string | null;
      /** The gateway's HTTP status or SOCKS5 reply; null without one. */
      status: number | null;
    };
  };
  /** Creates a sub-account. `POST /v1/addSubUser` */
  addSubUser: {
    asks: {
      /** The username, 6 to 22 letters and digits. */
      account: string;
      /** The password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
      /** Traffic to allocate, in GB of 1,000,000,000 bytes with 3 decimals at most. 0 by default. */
      trafficGb?: number | undefined;
      /** A description, as free text. */
      remark?: string | undefined;
      /** 1 to make it the main sub-account, which uses all traffic that is not allocated. */
      main?: boolean | 0 | 1 | undefined;
      /** The largest number of open connections; empty text removes the limit. */
      maxConnections?: number | null | undefined;
      /** Traffic it may use in a UTC day, in GB of 1,000,000,000 bytes; empty text removes the limit. */
      dayGb?: number | null | undefined;
      /** Traffic it may use in a UTC month, in GB of 1,000,000,000 bytes; empty text removes the limit. */
      monthGb?: number | null | undefined;
      /** The only targets allowed, separated by commas in a form; `*.example.com` means its subdomains alone. Empty text allows all. */
      allowDomains?: string[] | undefined;
      /** Targets that are blocked, separated by commas in a form; empty text blocks none. */
      denyDomains?: string[] | undefined;
      /** Budgets of targets, `{target, dayGb, monthGb}`; JSON text in a form. They replace the list, empty text removes all. */
      targetBudgets?: ({
        /** The domain, with its subdomains; `*.example.com` means those alone. */
        target: string;
        /** Traffic to it in a UTC day, in GB of 1,000,000,000 bytes; null for none. */
        dayGb?: number | null | undefined;
        /** Traffic to it in a UTC month, in GB of 1,000,000,000 bytes; at least one of the two is required. */
        monthGb?: number | null | undefined;
      })[] | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: SubAccount;
  };
  /** Lists the account's sub-accounts, newest first unless `sort` says otherwise. `POST /v1/subUsers` */
  subUsers: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a username or remark. */
      search?: string | undefined;
      /** Only sub-accounts that are enabled, or disabled. */
      status?: "enabled" | "disabled" | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: "account" | "allocatedBytes" | "usedBytes" | "createdAt" | "-account" | "-allocatedBytes" | "-usedBytes" | "-createdAt" | undefined;
      /** 1 to list the main sub-account before all others. */
      mainFirst?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** One page of the list. */
      items: SubAccount[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes a sub-account's allocation, limits, remark or state. `POST /v1/upSubUser` */
  upSubUser: {
    asks: {
      /** The sub-account, by ID. */
      id: string;
      /** The whole allocation, in GB of 1,000,000,000 bytes with 3 decimals at most. */
      trafficGb?: number | undefined;
      /** A description; empty text removes it. */
      remark?: string | undefined;
      /** 1 to enable it, 0 to disable it. */
      enabled?: boolean | 0 | 1 | undefined;
      /** The largest number of open connections; empty text removes the limit. */
      maxConnections?: number | null | undefined;
      /** Traffic it may use in a UTC day, in GB of 1,000,000,000 bytes; empty text removes the limit. */
      dayGb?: number | null | undefined;
      /** Traffic it may use in a UTC month, in GB of 1,000,000,000 bytes; empty text removes the limit. */
      monthGb?: number | null | undefined;
      /** The only targets allowed, separated by commas in a form; `*.example.com` means its subdomains alone. Empty text allows all. */
      allowDomains?: string[] | undefined;
      /** Targets that are blocked, separated by commas in a form; empty text blocks none. */
      denyDomains?: string[] | undefined;
      /** Budgets of targets, `{target, dayGb, monthGb}`; JSON text in a form. They replace the list, empty text removes all. */
      targetBudgets?: ({
        /** The domain, with its subdomains; `*.example.com` means those alone. */
        target: string;
        /** Traffic to it in a UTC day, in GB of 1,000,000,000 bytes; null for none. */
        dayGb?: number | null | undefined;
        /** Traffic to it in a UTC month, in GB of 1,000,000,000 bytes; at least one of the two is required. */
        monthGb?: number | null | undefined;
      })[] | undefined;
    };
    answers: SubAccount;
  };
  /** Deletes sub-accounts for ever; their unused traffic returns. `POST /v1/delSubUser` */
  delSubUser: {
    asks: {
      /** The sub-accounts, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of sub-accounts deleted. */
      deleted: number;
    };
  };
  /** Makes a sub-account the main one, which uses all traffic that is not allocated. `POST /v1/upSubUserLevel` */
  upSubUserLevel: {
    asks: {
      /** The sub-account, by ID. */
      id: string;
    };
    answers: SubAccount;
  };
  /** Sets a sub-account's password. `POST /v1/upSubUserPasswd` */
  upSubUserPasswd: {
    asks: {
      /** The sub-account, by ID. */
      id: string;
      /** The new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
    };
    answers: Record<never, never>;
  };
  /** Lists the enabled sub-accounts with their passwords, for endpoint strings. `POST /v1/availableSubUsers` */
  availableSubUsers: {
    asks: Record<never, never>;
    answers: {
      /** The enabled sub-accounts. */
      items: {
        /** The sub-account's ID. */
        id: string;
        /** The username that traffic is sent under. */
        account: string;
        /** Its password. */
        password: string;
        /** The traffic it can still use, in bytes. */
        availableBytes: number;
      }[];
    };
  };
  /** Lists the names of all sub-accounts, deleted ones included, for filters. `POST /v1/subAccounts` */
  subAccounts: {
    asks: Record<never, never>;
    answers: {
      /** All sub-accounts. */
      items: {
        /** The sub-account's ID. */
        id: string;
        /** Its username. */
        account: string;
        /** True if it was deleted. */
        deleted: boolean;
      }[];
    };
  };
  /** Lists the whitelisted addresses, newest first unless `sort` says otherwise. `POST /v1/trafficWhiteList` */
  trafficWhiteList: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of an address or description. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: "ip" | "description" | "expiresAt" | "-ip" | "-description" | "-expiresAt" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: WhitelistEntry[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Whitelists client addresses; returns those that were refused, and adds the others. `POST /v1/addTrafficWhite` */
  addTrafficWhite: {
    asks: {
      /** Client addresses, 200 at most. Separated by commas in a form. */
      ips: string[];
      /** A description, as free text. */
      description?: string | undefined;
      /** The number of days the entries last; permanent if absent. */
      days?: number | undefined;
      /** The time the entries end, in place of `days`. ISO 8601, UTC. */
      expiresAt?: string | Date | undefined;
      /** The sub-account to bill, by name. The main one by default. */
      account?: string | undefined;
    };
    answers: {
      /** The entries that were added. */
      added: WhitelistEntry[];
      /** The addresses that were not added, each with its reason. */
      refused: {
        /** The address. */
        ip: string;
        /** The reason as a sentence, in the language of the call. */
        msg: string;
        /** The reason as one stable word. */
        reason: string;
      }[];
    };
  };
  /** Removes whitelist entries. `POST /v1/delTrafficWhite` */
  delTrafficWhite: {
    asks: {
      /** The entries, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The number of entries deleted. */
      deleted: number;
    };
  };
  /** Checks if an address is whitelisted for this account; with `claim` the caller's own address moves here from another account. `POST /v1/checkTrafficWhite` */
  checkTrafficWhite: {
    asks: {
      /** The address to check; your own if absent or with `claim`. */
      ip?: string | undefined;
      /** 1 to move your own address to this account, if another account has it. */
      claim?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** The address that was checked. */
      ip: string;
      /** True if it is whitelisted for this account. */
      whitelisted: boolean;
      /** With `claim`: true if another account had it before. */
      claimed?: boolean;
    };
  };
  /** Returns the price of a static IP by period. `POST /v1/static/prices` */
  staticPrices: {
    asks: Record<never, never>;
    answers: {
      /** One entry for each period. */
      items: {
        /** The product's name in orders. */
        sku: string;
        /** The period in days. */
        days: number;
        /** Unit prices, each from a quantity on. */
        tiers: PriceTier[];
      }[];
    };
  };
  /** Returns credits and numbers of static IPs. `POST /v2/static/index` */
  staticIndex: {
    asks: Record<never, never>;
    answers: {
      /** Credits that are left, by their period in days. */
      credits: {
        /** Credits for 7 days. */
        "7": number;
        /** Credits for 30 days. */
        "30": number;
        /** Credits for 90 days. */
        "90": number;
      };
      /** The number of active ones. */
      active: number;
      /** The number of active ones that end within three days. */
      expiringSoon: number;
      /** The number of expired ones. */
      expired: number;
      /** The number with auto-renew. */
      autoRenew: number;
      /** The number of unreachable ones. */
      unreachable: number;
    };
  };
  /** Lists static IPs that are free now, by country and city. `POST /v1/static/list` */
  staticList: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
    };
    answers: {
      /** The places that have IPs. */
      items: StaticStock[];
    };
  };
  /** Takes static IPs at a place; credits pay first, then the wallet. `POST /v3/static/use` */
  staticUse: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country: string;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The number of static IPs to take, all at one place. */
      num: number;
      /** A username of your choice, 6 to 22 letters and digits. Random if absent. */
      account?: string | undefined;
      /** A password of your choice, 6 to 22 letters and digits, at least 10 if only digits. Random if absent. */
      password?: string | undefined;
      /** `wallet` to buy missing credits from the wallet. */
      pay?: "wallet" | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The static IPs that were taken. */
      items: StaticIp[];
      /** The number of credits used. */
      creditsUsed: number;
      /** The sum paid from the wallet, in US cents. */
      walletCents: number;
      /** The order, if credits were bought. */
      order?: Order;
    };
  };
  /** Lists the account's static IPs. `POST /v2/static/useList` */
  staticUseList: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the static IP with this ID. */
      id?: string | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** Only static IPs with this status; `all` shows all. */
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, a username or a remark. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticIp[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Returns one static IP, its renewal prices, its usage by day and its events. `POST /v2/static/info` */
  staticInfo: {
    asks: {
      /** The static IP, by ID. */
      id: string;
    };
    answers: {
      /** The static IP's ID. */
      id: string;
      /** The host that clients connect to: the static IP's own address or a gateway's. */
      host: string;
      /** The address that targets see. */
      exitIp: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port: number;
      /** The ports that a gateway has open. */
      ports: number[];
      /** The country as a two-letter code (ISO 3166-1 alpha-2). */
      country: string;
      /** The country's name, in the language of the call. */
      countryName: string;
      /** The city's token, as filters take it. */
      city: string;
      /** The city's name. */
      cityName: string;
      /** The network provider's token, as filters take it. */
      isp: string;
      /** The network's number (ASN). */
      asn: number;
      /** The period that was bought or renewed last, in days. */
      validDays: number;
      /** The time it began. ISO 8601, UTC. */
      startedAt: string;
      /** The time it ends. ISO 8601, UTC. */
      expiresAt: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours: number;
      /** True if it has expired. */
      expired: boolean;
      /** The time until which it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil: string;
      /** True if it has auto-renew. */
      autoRenew: boolean;
      /** True if auto-renew failed for lack of money before the coming end. */
      autoRenewFailed: boolean;
      /** The username to connect with. */
      account: string;
      /** The password to connect with. */
      password: string;
      /** Client addresses that need no password. */
      whitelist: string[];
      /** The customer's description; empty without one. */
      remark: string;
      /** True if its exit is reachable. */
      reachable: boolean;
      /** The time of the last change of its state that a gateway reported; null before the first. ISO 8601, UTC. */
      stateSince: string | null;
      /** The number of times its address was replaced. */
      replacements: number;
      /** The number of swaps left until it is renewed. */
      swapsLeft: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes: number;
      /** The prices of a renewal, by period. */
      renewalPrices: {
        /** The period in days. */
        days: number;
        /** The number of credits left for that period. */
        credits: number;
        /** The price from the wallet, in US cents; 0 if a credit pays. */
        walletCents: number;
      }[];
      /** Traffic by day, the oldest first. */
      usage: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** The number of tunnels and requests that ended in that time. */
        requests: number;
      }[];
      /** Events of the static IP, the newest first. */
      history: StaticEvent[];
    };
  };
  /** Changes one static IP, or many by `ids`. `POST /v1/static/update` */
  staticUpdate: {
    asks: {
      /** The static IP, by ID; or several by `ids`. */
      id?: string | undefined;
      /** The static IPs, by ID. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** A new username, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
      /** Client addresses that need no password, 50 at most; they replace the list, empty text clears it. */
      whitelist?: string[] | undefined;
      /** A description; empty text removes it. */
      remark?: string | undefined;
    };
    answers: {
      /** The static IP's ID. */
      id?: string;
      /** The host that clients connect to: the static IP's own address or a gateway's. */
      host?: string;
      /** The address that targets see. */
      exitIp?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** The ports that a gateway has open. */
      ports?: number[];
      /** The country as a two-letter code (ISO 3166-1 alpha-2). */
      country?: string;
      /** The country's name, in the language of the call. */
      countryName?: string;
      /** The city's token, as filters take it. */
      city?: string;
      /** The city's name. */
      cityName?: string;
      /** The network provider's token, as filters take it. */
      isp?: string;
      /** The network's number (ASN). */
      asn?: number;
      /** The period that was bought or renewed last, in days. */
      validDays?: number;
      /** The time it began. ISO 8601, UTC. */
      startedAt?: string;
      /** The time it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** True if it has expired. */
      expired?: boolean;
      /** The time until which it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** True if it has auto-renew. */
      autoRenew?: boolean;
      /** True if auto-renew failed for lack of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The username to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's description; empty without one. */
      remark?: string;
      /** True if its exit is reachable. */
      reachable?: boolean;
      /** The time of the last change of its state that a gateway reported; null before the first. ISO 8601, UTC. */
      stateSince?: string | null;
      /** The number of times its address was replaced. */
      replacements?: number;
      /** The number of swaps left until it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** The number of IPs changed. */
      updated: number;
    };
  };
  /** Gives all static IPs one username and password; the old ones stop working within two seconds. `POST /v1/static/updateAll` */
  staticUpdateAll: {
    asks: {
      /** The new username, 6 to 22 letters and digits. */
      account: string;
      /** The new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
    };
    answers: {
      /** The number of IPs changed. */
      updated: number;
    };
  };
  /** Deletes static IPs that have expired; others need `confirm=1`. `POST /v1/static/del` */
  staticDel: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** 1 to delete static IPs that have not expired too. */
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** The number of IPs deleted. */
      deleted: number;
    };
  };
  /** Replaces the address of a static IP; the remaining time is kept. `POST /v1/static/change` */
  staticChange: {
    asks: {
      /** The static IP, by ID. */
      id: string;
      /** `swap` also changes an address that is reachable; `unreachable`, the default, does not. */
      reason?: "unreachable" | "swap" | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: StaticIp;
  };
  /** Lists events of the account's static IPs, newest first. `POST /v1/static/history` */
  staticHistory: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticEvent[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Calculates the price of renewing static IPs. `POST /v2/static/renewal` */
  staticRenewal: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The period in days. */
      days: number;
      /** The number of credits needed. */
      creditsUsed: number;
      /** The price from the wallet for missing credits, in US cents. */
      walletCents: number;
      /** True if the wallet covers that now. */
      affordable: boolean;
      /** The price by card or crypto for all of them, in US cents. */
      outsideCents: number;
      /** The static IPs, each with its means of payment. */
      items: ({
        /** The static IP's ID. */
        id: string;
        /** Its address. */
        host: string;
        /** The means of payment: a credit or the wallet. */
        by: "credit" | "wallet";
        /** The time it ends now. ISO 8601, UTC. */
        expiresAt: string;
        /** The time it would end after the renewal. ISO 8601, UTC. */
        renewedUntil: string;
      })[];
    };
  };
  /** Calculates the price of renewing many static IPs. `POST /v1/static/moreInfo` */
  staticMoreInfo: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The period in days. */
      days: number;
      /** The number of credits needed. */
      creditsUsed: number;
      /** The price from the wallet for missing credits, in US cents. */
      walletCents: number;
      /** True if the wallet covers that now. */
      affordable: boolean;
      /** The price by card or crypto for all of them, in US cents. */
      outsideCents: number;
      /** The static IPs, each with its means of payment. */
      items: ({
        /** The static IP's ID. */
        id: string;
        /** Its address. */
        host: string;
        /** The means of payment: a credit or the wallet. */
        by: "credit" | "wallet";
        /** The time it ends now. ISO 8601, UTC. */
        expiresAt: string;
        /** The time it would end after the renewal. ISO 8601, UTC. */
        renewedUntil: string;
      })[];
    };
  };
  /** Renews one static IP. `POST /v1/renewalStatic` */
  renewalStatic: {
    asks: {
      /** The static IP, by ID. */
      id: string;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** The method of payment. With `wallet` credits pay first. */
      method: "wallet" | "card" | "crypto";
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The static IP's ID. */
      id?: string;
      /** The host that clients connect to: the static IP's own address or a gateway's. */
      host?: string;
      /** The address that targets see. */
      exitIp?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** The ports that a gateway has open. */
      ports?: number[];
      /** The country as a two-letter code (ISO 3166-1 alpha-2). */
      country?: string;
      /** The country's name, in the language of the call. */
      countryName?: string;
      /** The city's token, as filters take it. */
      city?: string;
      /** The city's name. */
      cityName?: string;
      /** The network provider's token, as filters take it. */
      isp?: string;
      /** The network's number (ASN). */
      asn?: number;
      /** The period that was bought or renewed last, in days. */
      validDays?: number;
      /** The time it began. ISO 8601, UTC. */
      startedAt?: string;
      /** The time it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** True if it has expired. */
      expired?: boolean;
      /** The time until which it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** True if it has auto-renew. */
      autoRenew?: boolean;
      /** True if auto-renew failed for lack of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The username to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's description; empty without one. */
      remark?: string;
      /** True if its exit is reachable. */
      reachable?: boolean;
      /** The time of the last change of its state that a gateway reported; null before the first. ISO 8601, UTC. */
      stateSince?: string | null;
      /** The number of times its address was replaced. */
      replacements?: number;
      /** The number of swaps left until it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** The number renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** The number of credits used. */
      creditsUsed: number;
      /** The sum paid from the wallet, in US cents. */
      walletCents: number;
      /** The order, if something was bought. */
      order?: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v2/renewalStatic` */
  renewalStaticMany: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
      /** The method of payment. With `wallet` credits pay first. */
      method: "wallet" | "card" | "crypto";
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The number renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** The number of credits used. */
      creditsUsed: number;
      /** The sum paid from the wallet, in US cents. */
      walletCents: number;
      /** The order, if something was bought. */
      order?: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v1/static/moreRenewal` */
  staticMoreRenewal: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
      /** The method of payment. `wallet` by default, with which credits pay first. */
      method?: "wallet" | "card" | "crypto" | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The number renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** The number of credits used. */
      creditsUsed: number;
      /** The sum paid from the wallet, in US cents. */
      walletCents: number;
      /** The order, if something was bought. */
      order?: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Turns auto-renew of one static IP on or off. `POST /v1/static/renewalAuto` */
  staticRenewalAuto: {
    asks: {
      /** The static IP, by ID. */
      id: string;
      /** 1 to turn auto-renew on, 0 to turn it off. */
      enabled: boolean | 0 | 1;
    };
    answers: {
      /** True if it is on now. */
      autoRenew: boolean;
    };
  };
  /** Turns auto-renew of many static IPs on or off. `POST /v1/static/moreAuto` */
  staticMoreAuto: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** 1 to turn auto-renew on, 0 to turn it off. */
      enabled: boolean | 0 | 1;
    };
    answers: {
      /** The number of IPs changed. */
      updated: number;
    };
  };
  /** Returns short-term credits, IPs and prices. `POST /v1/staticShort/index` */
  shortIndex: {
    asks: Record<never, never>;
    answers: {
      /** Credits that are left, by their period in days. */
      credits: {
        /** Credits for 1 day. */
        "1": number;
        /** Credits for 3 days. */
        "3": number;
        /** Credits for 7 days. */
        "7": number;
      };
      /** The number of active ones. */
      active: number;
      /** The number of active ones that end within six hours. */
      expiringSoon: number;
      /** The number of expired ones. */
      expired: number;
      /** The number of unreachable ones. */
      unreachable: number;
      /** Prices by period. */
      prices: {
        /** The product's name in orders. */
        sku: string;
        /** The period in days. */
        days: number;
        /** Unit prices, each from a quantity on. */
        tiers: PriceTier[];
      }[];
    };
  };
  /** Lists short-term IPs that are free now, by country and city. `POST /v1/staticShort/servers` */
  shortServers: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The period in days. */
      days?: 1 | 3 | 7 | undefined;
    };
    answers: {
      /** The places that have IPs. */
      items: StaticStock[];
    };
  };
  /** Takes short-term IPs at a place; credits pay first, then the wallet. `POST /v1/staticShort/extract` */
  shortExtract: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country: string;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** The number of static IPs to take, all at one place. */
      num: number;
      /** A username of your choice, 6 to 22 letters and digits. Random if absent. */
      account?: string | undefined;
      /** A password of your choice, 6 to 22 letters and digits, at least 10 if only digits. Random if absent. */
      password?: string | undefined;
      /** `wallet` to buy missing credits from the wallet. */
      pay?: "wallet" | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
      /** The period in days. */
      days: 1 | 3 | 7;
    };
    answers: {
      /** The static IPs that were taken. */
      items: StaticIp[];
      /** The number of credits used. */
      creditsUsed: number;
      /** The sum paid from the wallet, in US cents. */
      walletCents: number;
      /** The order, if credits were bought. */
      order?: Order;
    };
  };
  /** Lists the account's short-term IPs. `POST /v1/staticShort/used` */
  shortUsed: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the static IP with this ID. */
      id?: string | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** Only static IPs with this status; `all` shows all. */
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, a username or a remark. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticIp[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes one short-term IP, or many by `ids`. `POST /v1/staticShort/update` */
  shortUpdate: {
    asks: {
      /** The static IP, by ID; or several by `ids`. */
      id?: string | undefined;
      /** The static IPs, by ID. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** A new username, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
      /** Client addresses that need no password, 50 at most; they replace the list, empty text clears it. */
      whitelist?: string[] | undefined;
      /** A description; empty text removes it. */
      remark?: string | undefined;
    };
    answers: {
      /** The static IP's ID. */
      id?: string;
      /** The host that clients connect to: the static IP's own address or a gateway's. */
      host?: string;
      /** The address that targets see. */
      exitIp?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** The ports that a gateway has open. */
      ports?: number[];
      /** The country as a two-letter code (ISO 3166-1 alpha-2). */
      country?: string;
      /** The country's name, in the language of the call. */
      countryName?: string;
      /** The city's token, as filters take it. */
      city?: string;
      /** The city's name. */
      cityName?: string;
      /** The network provider's token, as filters take it. */
      isp?: string;
      /** The network's number (ASN). */
      asn?: number;
      /** The period that was bought or renewed last, in days. */
      validDays?: number;
      /** The time it began. ISO 8601, UTC. */
      startedAt?: string;
      /** The time it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** True if it has expired. */
      expired?: boolean;
      /** The time until which it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** True if it has auto-renew. */
      autoRenew?: boolean;
      /** True if auto-renew failed for lack of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The username to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's description; empty without one. */
      remark?: string;
      /** True if its exit is reachable. */
      reachable?: boolean;
      /** The time of the last change of its state that a gateway reported; null before the first. ISO 8601, UTC. */
      stateSince?: string | null;
      /** The number of times its address was replaced. */
      replacements?: number;
      /** The number of swaps left until it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** The number of IPs changed. */
      updated: number;
    };
  };
  /** Replaces the address of a short-term IP that is unreachable; the remaining time is kept. `POST /v1/staticShort/change` */
  shortChange: {
    asks: {
      /** The static IP, by ID. */
      id: string;
    };
    answers: StaticIp;
  };
  /** Deletes short-term IPs that have expired; others need `confirm=1`. `POST /v1/staticShort/del` */
  shortDel: {
    asks: {
      /** The static IPs, by ID. Separated by commas in a form. */
      ids: string[];
      /** 1 to delete static IPs that have not expired too. */
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** The number of IPs deleted. */
      deleted: number;
    };
  };
  /** Lists events of the account's short-term IPs, newest first. `POST /v1/staticShort/history` */
  shortHistory: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticEvent[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Lists regions in which port plans are sold. `POST /v1/unlimit/portServers` */
  portServers: {
    asks: Record<never, never>;
    answers: {
      /** The regions. */
      regions: UnlimitedRegion[];
    };
  };
  /** Lists regions in which bandwidth plans are sold. `POST /v2/unlimit/bandwidthServers` */
  bandwidthServers: {
    asks: Record<never, never>;
    answers: {
      /** The regions. */
      regions: UnlimitedRegion[];
    };
  };
  /** Orders an unlimited plan: ports of 5 Mbps each, or Mbps in steps of 100. `POST /v1/orderUnlimit` */
  orderUnlimit: {
    asks: {
      /** `port`: ports of 5 Mbps each. `bandwidth`: a bandwidth that all connections share. */
      kind: "port" | "bandwidth";
      /** The region that the exits are in. */
      region: string;
      /** The number of ports (1,000 at most), or Mbps (10,000 at most) in steps of 100. */
      quantity: number;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** The method of payment. */
      method: "wallet" | "card" | "crypto";
      /** A coupon to apply, by its ID in `/v1/coupons`. */
      couponId?: string | undefined;
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
      /** The plan's ID; null until the payment has arrived. */
      planId: string | null;
      /** The plan; null until the payment has arrived. */
      plan: UnlimitedPlan | null;
    };
  };
  /** Renews an unlimited plan; an expired one cannot be renewed. `POST /v1/renewalUnlimit` */
  renewalUnlimit: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** The method of payment. */
      method: "wallet" | "card" | "crypto";
      /** A unique name for this request, 8 to 64 characters. A repeated request with the same fields returns the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
      /** The plan. */
      plan: UnlimitedPlan;
    };
  };
  /** Lists the account's port plans, newest first. `POST /v1/unlimit/portOrders` */
  portOrders: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only plans with this status. */
      status?: "active" | "expired" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: UnlimitedPlan[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
      /** The same as `items`. */
      plans: UnlimitedPlan[];
      /** All plans of the kind together, regardless of page and status. */
      glance: {
        /** The number of active ones. */
        active: number;
        /** The number of active ones that end within three days. */
        expiring: number;
        /** The number of expired ones. */
        expired: number;
        /** The sum of ports, or Mbps, of the active ones. */
        quantity: number;
        /** Traffic of all of them in the last 30 days, both directions, in bytes. */
        usedBytes: number;
      };
    };
  };
  /** Lists the account's bandwidth plans, newest first. `POST /v1/unlimit/bandwidthOrders` */
  bandwidthOrders: {
    asks: {
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only plans with this status. */
      status?: "active" | "expired" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: UnlimitedPlan[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
      /** The same as `items`. */
      plans: UnlimitedPlan[];
      /** All plans of the kind together, regardless of page and status. */
      glance: {
        /** The number of active ones. */
        active: number;
        /** The number of active ones that end within three days. */
        expiring: number;
        /** The number of expired ones. */
        expired: number;
        /** The sum of ports, or Mbps, of the active ones. */
        quantity: number;
        /** Traffic of all of them in the last 30 days, both directions, in bytes. */
        usedBytes: number;
      };
    };
  };
  /** Lists the regions open to a port plan; with `region` it moves there. `POST /v1/unlimit/portRegion` */
  portRegion: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The region to move to; nothing moves if absent. */
      region?: string | undefined;
    };
    answers: {
      /** The regions that the plan can move to. */
      regions: UnlimitedRegion[];
      /** The plan. */
      plan: UnlimitedPlan;
    };
  };
  /** Lists the regions open to a bandwidth plan; with `region` it moves there. `POST /v1/unlimit/bandwidthRegion` */
  bandwidthRegion: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The region to move to; nothing moves if absent. */
      region?: string | undefined;
    };
    answers: {
      /** The regions that the plan can move to. */
      regions: UnlimitedRegion[];
      /** The plan. */
      plan: UnlimitedPlan;
    };
  };
  /** Returns a port plan and its ports. `POST /v1/unlimit/portOrder` */
  portOrder: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port's number, username, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** The time of this response, to count down to `nextRotationAt` from. ISO 8601, UTC. */
      answeredAt: string;
      /** The plan. */
      plan: UnlimitedPlan;
      /** The same as `items`. */
      ports: UnlimitedPort[];
      /** One page of the list. */
      items: UnlimitedPort[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Returns a bandwidth plan and the port that its connections share. `POST /v1/unlimit/bandwidthOrder` */
  bandwidthOrder: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The page to return, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port's number, username, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** The time of this response, to count down to `nextRotationAt` from. ISO 8601, UTC. */
      answeredAt: string;
      /** The plan. */
      plan: UnlimitedPlan;
      /** The same as `items`. */
      ports: UnlimitedPort[];
      /** One page of the list. */
      items: UnlimitedPort[];
      /** The number of entries on all pages. */
      total: number;
      /** The number of this page, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes ports of port plans: rotation, country, format, remark. `POST /v1/unlimit/upport` */
  upport: {
    asks: {
      /** The ports, by ID. Separated by commas in a form. */
      ids: string[];
      /** The number of minutes to keep an exit. */
      rotationMinutes: number;
      /** The template by which its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      /** A description; empty text removes it. */
      remark?: string | undefined;
      /** The exits' country (ISO 3166-1 alpha-2, any case); empty text for any of the region. */
      country?: string | undefined;
      /** A new username, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
    };
    answers: {
      /** The ports. */
      ports: UnlimitedPort[];
    };
  };
  /** Changes a bandwidth plan: rotation, country, format, remark. `POST /v1/unlimit/upbandwidth` */
  upbandwidth: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** The number of minutes to keep an exit. */
      rotationMinutes: number;
      /** The template by which its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      /** A description; empty text removes it. */
      remark?: string | undefined;
      /** The exits' country (ISO 3166-1 alpha-2, any case); empty text for any of the region. */
      country?: string | undefined;
      /** A new username, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
    };
    answers: {
      /** The plan. */
      plan: UnlimitedPlan;
      /** Its ports. */
      ports: UnlimitedPort[];
    };
  };
  /** Gives ports another exit at once; open connections keep theirs. `POST /v1/unlimit/rotate` */
  rotateUnlimit: {
    asks: {
      /** The ports, by ID. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** The ports, with the time of their next rotation. */
      ports: UnlimitedPort[];
    };
  };
  /** Replaces the client addresses that need no password at a plan's ports. `POST /v1/unlimit/upwhite` */
  upwhite: {
    asks: {
      /** The plan, by ID. */
      planId: string;
      /** Client addresses, 100 at most, separated by commas in a form; empty text clears the list. */
      ips: string[];
    };
    answers: {
      /** The client addresses that need no password now. */
      whitelist: string[];
    };
  };
  /** Returns a plan's bandwidth and connections, and the CPU and memory use of its gateway workers. `POST /v1/unlimit/monitor` */
  monitor: {
    asks: {
      /** The plan, by its ID. */
      planId: string;
      /** The span to return, in minutes. */
      minutes: 15 | 60 | 360 | 1440;
    };
    answers: {
      /** The oldest first: one point a second for 15 minutes, else one a minute. Times without a measurement are missing. */
      series: MonitorPoint[];
      /** The points of the last five seconds. */
      now: MonitorPoint;
    };
  };
  /** Streams the newest point of a plan's monitor, every second, until the session ends. `POST /v1/unlimit/monitorLive` */
  monitorLive: {
    asks: {
      /** The plan, by its ID. */
      planId: string;
    };
    answers: MonitorPoint;
  };
}
export type CallName = keyof Calls;

export interface CallFacts {
  path: string;
  /** Whether it may be sent again when its answer was lost: `once` by its requestId. */
  repeats: "once" | "reads" | "changes";
  /** Answered by a stream. */
  events?: boolean;
}
export const callFacts = {
  signup: { path: "/v1/signup", repeats: "changes" },
  signin: { path: "/v1/signin", repeats: "changes" },
  signout: { path: "/v1/signout", repeats: "changes" },
  repwd: { path: "/v1/repwd", repeats: "changes" },
  webauto: { path: "/v1/webauto", repeats: "changes" },
  viewOpen: { path: "/v1/viewOpen", repeats: "changes" },
  viewEnd: { path: "/v1/viewEnd", repeats: "changes" },
  upPwd: { path: "/v1/upPwd", repeats: "changes" },
  moreLogin: { path: "/v1/moreLogin", repeats: "changes" },
  upTokenCache: { path: "/v1/upTokenCache", repeats: "changes" },
  sessions: { path: "/v1/sessions", repeats: "changes" },
  endSessions: { path: "/v1/endSessions", repeats: "changes" },
  loginLog: { path: "/v1/loginLog", repeats: "reads" },
  upAccessKey: { path: "/v1/upAccessKey", repeats: "changes" },
  apiKeys: { path: "/v1/apiKeys", repeats: "changes" },
  apiKeyAdd: { path: "/v1/apiKeyAdd", repeats: "changes" },
  apiKeyDel: { path: "/v1/apiKeyDel", repeats: "changes" },
  loginOptions: { path: "/v1/loginOptions", repeats: "changes" },
  gLogin: { path: "/v1/gLogin", repeats: "changes" },
  gBind: { path: "/v1/gBind", repeats: "changes" },
  mailCode: { path: "/v1/mailCode", repeats: "changes" },
  secureMail: { path: "/v1/secureMail", repeats: "changes" },
  verifyMail: { path: "/v1/verifyMail", repeats: "changes" },
  mfaApp: { path: "/v1/mfaApp", repeats: "changes" },
  mfaSecret: { path: "/v1/mfaSecret", repeats: "changes" },
  bindMFa: { path: "/v1/bindMFa", repeats: "changes" },
  unbindMFa: { path: "/v1/unbindMFa", repeats: "changes" },
  member: { path: "/v1/member", repeats: "reads" },
  headerInit: { path: "/v1/headerInit", repeats: "reads" },
  indexInit: { path: "/v2/indexInit", repeats: "reads" },
  upInvoiceTitle: { path: "/v1/upInvoiceTitle", repeats: "changes" },
  upLang: { path: "/v1/upLang", repeats: "changes" },
  cancelInfo: { path: "/v1/cancelInfo", repeats: "changes" },
  cancel: { path: "/v1/cancel", repeats: "changes" },
  alerts: { path: "/v1/alerts", repeats: "changes" },
  ledger: { path: "/v1/ledger", repeats: "reads" },
  priceList: { path: "/v2/priceList", repeats: "reads" },
  quote: { path: "/v1/quote", repeats: "reads" },
  placeOrder: { path: "/v1/order", repeats: "once" },
  orderList: { path: "/v1/orderList", repeats: "reads" },
  coupons: { path: "/v1/coupons", repeats: "reads" },
  recharge: { path: "/v1/recharge", repeats: "once" },
  payment: { path: "/v1/payment", repeats: "reads" },
  rechargeList: { path: "/v1/rechargeList", repeats: "reads" },
  ticket: { path: "/v1/ticket", repeats: "changes" },
  shareInfo: { path: "/v1/shareInfo", repeats: "reads" },
  profitList: { path: "/v1/profitList", repeats: "reads" },
  invitations: { path: "/v1/invitations", repeats: "reads" },
  shareChart: { path: "/v1/shareChart", repeats: "reads" },
  upShareCode: { path: "/v1/upShareCode", repeats: "changes" },
  getProfit: { path: "/v1/getProfit", repeats: "once" },
  profitRecord: { path: "/v1/profitRecord", repeats: "reads" },
  cdkeyMake: { path: "/v1/cdkeyMake", repeats: "once" },
  cdkeys: { path: "/v1/cdkeys", repeats: "reads" },
  cdkeyUse: { path: "/v1/cdkeyUse", repeats: "once" },
  cdkeyRecord: { path: "/v1/cdkeyRecord", repeats: "reads" },
  forecast: { path: "/v1/forecast", repeats: "reads" },
  find: { path: "/v1/find", repeats: "reads" },
  webhooks: { path: "/v1/webhooks", repeats: "reads" },
  webhookAdd: { path: "/v1/webhookAdd", repeats: "changes" },
  webhookUp: { path: "/v1/webhookUp", repeats: "changes" },
  webhookDel: { path: "/v1/webhookDel", repeats: "changes" },
  webhookSecret: { path: "/v1/webhookSecret", repeats: "changes" },
  webhookTest: { path: "/v1/webhookTest", repeats: "changes" },
  webhookDeliveries: { path: "/v1/webhookDeliveries", repeats: "reads" },
  webhookReplay: { path: "/v1/webhookReplay", repeats: "changes" },
  countrys: { path: "/v1/countrys", repeats: "reads" },
  countryV2: { path: "/v2/country", repeats: "reads" },
  city: { path: "/v1/city", repeats: "reads" },
  cityV2: { path: "/v2/city", repeats: "reads" },
  postal: { path: "/v1/postal", repeats: "reads" },
  isp: { path: "/v1/isp", repeats: "reads" },
  asn: { path: "/v1/asn", repeats: "reads" },
  asnV2: { path: "/v2/asn", repeats: "reads" },
  trafficCity: { path: "/v1/traffic/city", repeats: "reads" },
  trafficServer: { path: "/v1/traffic/server", repeats: "reads" },
  ipList: { path: "/v1/ip/list", repeats: "reads" },
  ipOpen: { path: "/v1/ip/open", repeats: "once" },
  ipDel: { path: "/v1/ip/del", repeats: "changes" },
  ipHistory: { path: "/v1/ipHistory", repeats: "reads" },
  ipHistoryNoUser: { path: "/v2/ipHistory", repeats: "reads" },
  ipPassInfo: { path: "/v1/ipPassInfo", repeats: "changes" },
  ipLineChart: { path: "/v1/ipLineChart", repeats: "reads" },
  apiLinks: { path: "/v1/apiLinks", repeats: "reads" },
  apiLinkAdd: { path: "/v1/apiLinkAdd", repeats: "changes" },
  apiLinkDel: { path: "/v1/apiLinkDel", repeats: "changes" },
  whitePorts: { path: "/v1/whitePorts", repeats: "reads" },
  whitePortAdd: { path: "/v1/whitePortAdd", repeats: "changes" },
  whitePortDel: { path: "/v1/whitePortDel", repeats: "changes" },
  trafficInfo: { path: "/v1/trafficInfo", repeats: "reads" },
  statis: { path: "/v2/statis", repeats: "reads" },
  trafficStatis: { path: "/v1/traffic/statis", repeats: "reads" },
  trafficStatisMonth: { path: "/v1/traffic/statisMonth", repeats: "reads" },
  trafficStatisDomain: { path: "/v1/traffic/statisDomain", repeats: "reads" },
  usage: { path: "/v1/usage", repeats: "reads" },
  cheapestPlan: { path: "/v1/cheapestPlan", repeats: "reads" },
  requestLog: { path: "/v1/requestLog", repeats: "reads" },
  live: { path: "/v1/live", repeats: "reads", events: true },
  proxyTest: { path: "/v1/proxyTest", repeats: "changes" },
  addSubUser: { path: "/v1/addSubUser", repeats: "once" },
  subUsers: { path: "/v1/subUsers", repeats: "reads" },
  upSubUser: { path: "/v1/upSubUser", repeats: "changes" },
  delSubUser: { path: "/v1/delSubUser", repeats: "changes" },
  upSubUserLevel: { path: "/v1/upSubUserLevel", repeats: "changes" },
  upSubUserPasswd: { path: "/v1/upSubUserPasswd", repeats: "changes" },
  availableSubUsers: { path: "/v1/availableSubUsers", repeats: "reads" },
  subAccounts: { path: "/v1/subAccounts", repeats: "reads" },
  trafficWhiteList: { path: "/v1/trafficWhiteList", repeats: "reads" },
  addTrafficWhite: { path: "/v1/addTrafficWhite", repeats: "changes" },
  delTrafficWhite: { path: "/v1/delTrafficWhite", repeats: "changes" },
  checkTrafficWhite: { path: "/v1/checkTrafficWhite", repeats: "changes" },
  staticPrices: { path: "/v1/static/prices", repeats: "reads" },
  staticIndex: { path: "/v2/static/index", repeats: "reads" },
  staticList: { path: "/v1/static/list", repeats: "reads" },
  staticUse: { path: "/v3/static/use", repeats: "once" },
  staticUseList: { path: "/v2/static/useList", repeats: "reads" },
  staticInfo: { path: "/v2/static/info", repeats: "reads" },
  staticUpdate: { path: "/v1/static/update", repeats: "changes" },
  staticUpdateAll: { path: "/v1/static/updateAll", repeats: "changes" },
  staticDel: { path: "/v1/static/del", repeats: "changes" },
  staticChange: { path: "/v1/static/change", repeats: "once" },
  staticHistory: { path: "/v1/static/history", repeats: "reads" },
  staticRenewal: { path: "/v2/static/renewal", repeats: "reads" },
  staticMoreInfo: { path: "/v1/static/moreInfo", repeats: "reads" },
  renewalStatic: { path: "/v1/renewalStatic", repeats: "once" },
  renewalStaticMany: { path: "/v2/renewalStatic", repeats: "once" },
  staticMoreRenewal: { path: "/v1/static/moreRenewal", repeats: "once" },
  staticRenewalAuto: { path: "/v1/static/renewalAuto", repeats: "changes" },
  staticMoreAuto: { path: "/v1/static/moreAuto", repeats: "changes" },
  shortIndex: { path: "/v1/staticShort/index", repeats: "reads" },
  shortServers: { path: "/v1/staticShort/servers", repeats: "reads" },
  shortExtract: { path: "/v1/staticShort/extract", repeats: "once" },
  shortUsed: { path: "/v1/staticShort/used", repeats: "reads" },
  shortUpdate: { path: "/v1/staticShort/update", repeats: "changes" },
  shortChange: { path: "/v1/staticShort/change", repeats: "changes" },
  shortDel: { path: "/v1/staticShort/del", repeats: "changes" },
  shortHistory: { path: "/v1/staticShort/history", repeats: "reads" },
  portServers: { path: "/v1/unlimit/portServers", repeats: "reads" },
  bandwidthServers: { path: "/v2/unlimit/bandwidthServers", repeats: "reads" },
  orderUnlimit: { path: "/v1/orderUnlimit", repeats: "once" },
  renewalUnlimit: { path: "/v1/renewalUnlimit", repeats: "once" },
  portOrders: { path: "/v1/unlimit/portOrders", repeats: "reads" },
  bandwidthOrders: { path: "/v1/unlimit/bandwidthOrders", repeats: "reads" },
  portRegion: { path: "/v1/unlimit/portRegion", repeats: "changes" },
  bandwidthRegion: { path: "/v1/unlimit/bandwidthRegion", repeats: "changes" },
  portOrder: { path: "/v1/unlimit/portOrder", repeats: "reads" },
  bandwidthOrder: { path: "/v1/unlimit/bandwidthOrder", repeats: "reads" },
  upport: { path: "/v1/unlimit/upport", repeats: "changes" },
  upbandwidth: { path: "/v1/unlimit/upbandwidth", repeats: "changes" },
  rotateUnlimit: { path: "/v1/unlimit/rotate", repeats: "changes" },
  upwhite: { path: "/v1/unlimit/upwhite", repeats: "changes" },
  monitor: { path: "/v1/unlimit/monitor", repeats: "reads" },
  monitorLive: { path: "/v1/unlimit/monitorLive", repeats: "reads", events: true },
} as const satisfies Record<CallName, CallFacts>;
