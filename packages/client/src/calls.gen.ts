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
    /** What was bought. */
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    /** How many units were bought. */
    quantity: number;
    /** What was paid, in US cents. */
    amountCents: number;
    /** What a coupon took off the list price, in US cents. */
    discountCents: number;
    /** How it was paid. */
    method: "wallet" | "card" | "crypto" | "coupon";
    /** Whether it renews what was bought before. */
    renewal: boolean;
    /** When it was paid. ISO 8601, UTC. */
    paidAt: string;
  };
  /** An order was refunded, in whole or in part. */
  "order.refunded": {
    /** The order's number. */
    orderNo: string;
    /** The product, as `/v2/priceList` names it. */
    sku: string;
    /** What was bought. */
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    /** How many units were bought. */
    quantity: number;
    /** What this refund gives back, in US cents. */
    amountCents: number;
    /** What was given back in all, in US cents. */
    refundedCents: number;
    /** Whether nothing of the order is left. */
    whole: boolean;
    /** Why, as the operator wrote it. */
    reason: string;
    /** When it was refunded. ISO 8601, UTC. */
    refundedAt: string;
  };
  /** Money came into the wallet. */
  "recharge.paid": {
    /** The payment's id, as `/v1/payment` takes it. */
    paymentId: string;
    /** How it was paid. */
    method: "card" | "crypto";
    /** What came into the wallet, without the bonus, in US cents. */
    amountCents: number;
    /** The bonus that came on top, in US cents. */
    bonusCents: number;
    /** Whether it is what was paid for an order beyond its price. */
    surplus: boolean;
    /** When it was paid. ISO 8601, UTC. */
    paidAt: string;
  };
  /** A recharge was refunded, in whole or in part. */
  "recharge.refunded": {
    /** The payment's id, as `/v1/payment` takes it. */
    paymentId: string;
    /** How it was paid. */
    method: "card" | "crypto";
    /** What this refund gives back, in US cents. */
    amountCents: number;
    /** What was given back in all, in US cents. */
    refundedCents: number;
    /** Whether nothing of the recharge is left. */
    whole: boolean;
    /** Why, as the operator wrote it. */
    reason: string;
    /** When it was refunded. ISO 8601, UTC. */
    refundedAt: string;
  };
  /** A refund was undone: what it had given back counts as paid again. */
  "refund.undone": {
    /** The order's number; null for a recharge. */
    orderNo: string | null;
    /** The payment's id; null where the wallet had paid. */
    paymentId: string | null;
    /** What that refund had given back and counts as paid again, in US cents. */
    amountCents: number;
    /** What other refunds still give back, in US cents. */
    refundedCents: number;
    /** Why, as the operator wrote it. */
    reason: string;
    /** When it was undone. ISO 8601, UTC. */
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
    /** What ends. */
    kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
    /** Its id. */
    id: string;
    /** Its name, in the account's language. */
    name: string;
    /** When it ends. ISO 8601, UTC. */
    expiresAt: string;
  };
  /** A static IP was renewed. */
  "static.renewed": {
    /** The static IP's id. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** Its address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** When it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** Whether auto-renew did it. */
    auto: boolean;
    /** The order that paid for it; null where credits did. */
    orderNo: string | null;
  };
  /** A static IP could not be renewed automatically. */
  "static.renewalFailed": {
    /** The static IP's id. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** Its address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** When it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** Why: too few credits and too little money, or the account is in arrears. */
    reason: "insufficientBalance" | "inArrears";
  };
  /** A static IP expired. */
  "static.expired": {
    /** The static IP's id. */
    id: string;
    /** `static` for 7, 30 or 90 days, `short` for 1, 3 or 7. */
    term: "static" | "short";
    /** Its address. */
    ip: string;
    /** The period in days. */
    days: number;
    /** When it ends. ISO 8601, UTC. */
    expiresAt: string;
    /** Until when it can be renewed. ISO 8601, UTC. */
    renewableUntilAt: string;
  };
  /** An unlimited plan expired. */
  "plan.expired": {
    /** The plan's id. */
    planId: string;
    /** The kind of plan. */
    kind: "port" | "bandwidth";
    /** The region of its exits. */
    region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
    /** How many ports, or Mbps. */
    quantity: number;
    /** The number of the order that bought it. */
    orderNo: string;
    /** When it ended. ISO 8601, UTC. */
    expiresAt: string;
    /** Until when it can be renewed. ISO 8601, UTC. */
    renewableUntilAt: string;
  };
  /** A charge-back or refund left the account owing, or what it owed was paid. */
  "account.arrears": {
    /** Whether the account owes, owes more than before, or has paid all of it. */
    state: "began" | "grew" | "ended";
    /** What is owed now, in US cents; 0 once it is paid. */
    cents: number;
    /** When the arrears began; null once they ended. ISO 8601, UTC. */
    since: string | null;
    /** From when on gateways refuse the account's traffic; null once they ended. ISO 8601, UTC. */
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
  /** The account's id. */
  id: string;
  /** The e-mail address that the account signs in with. */
  email: string;
  /** Whether a mailed code has proved that the e-mail address is the holder's. */
  emailVerified: boolean;
  /** The secure e-mail address, masked; null where none is set. */
  secureEmail: string | null;
  /** Whether a second factor is bound. */
  mfaBound: boolean;
  bindings: Bindings;
  /** When the account was registered. ISO 8601, UTC. */
  createdAt: string;
  /** The sign-in before this one; null at the first. ISO 8601, UTC. */
  lastLoginAt: string | null;
  /** Minutes a session lives without a call; 0: for ever. */
  loginMinutes: number;
  /** Whether several devices can be signed in at once. */
  multiDevice: boolean;
  /** The account's invitation code. */
  inviteCode: string;
  /** The wallet's balance, in US cents. */
  walletCents: number;
  /** What the account owes after a charge-back or refund that its wallet did not cover. Until it is paid, calls that spend are refused with `inArrears`. Null where nothing is owed. */
  arrears: {
    /** What is owed, in US cents. The next recharge pays it first. */
    cents: number;
    /** When the arrears began. Traffic goes on for 24 hours from then on. ISO 8601, UTC. */
    since: string;
  } | null;
  /** How many IPs of the pool the account can still open. */
  ipBalance: number;
  /** Traffic the account has left, in bytes. */
  trafficBytes: number;
  /** Credits for static IPs, by their period in days. */
  staticCredits: {
    /** For 7 days. */
    "7": number;
    /** For 30 days. */
    "30": number;
    /** For 90 days. */
    "90": number;
  };
  /** Credits for short-term static IPs, by their period in days. */
  shortCredits: {
    /** For 1 day. */
    "1": number;
    /** For 3 days. */
    "3": number;
    /** For 7 days. */
    "7": number;
  };
  /** Which enterprise plans the account has. */
  enterprise: {
    /** The enterprise plan for IPs of the pool. */
    ip: boolean;
    /** The enterprise plan for traffic. */
    traffic: boolean;
  };
  /** The access key. Programs send it as `key`. Empty where an API key asks. */
  accessKey: string;
  /** The language of mails and notices to this account. */
  lang: string;
  /** Whether a password is set; false for accounts that a linked login created. */
  hasPassword: boolean;
  /** The payer on invoices; null where none is set. */
  invoiceTitle: InvoiceTitle | null;
}

/** Logins with third parties. */
export interface Bindings {
  /** The login with Google. */
  google: {
    /** Whether this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** When it was bound; null if it is not. ISO 8601, UTC. */
    boundAt: string | null;
  };
  /** The login with GitHub. */
  github: {
    /** Whether this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** When it was bound; null if it is not. ISO 8601, UTC. */
    boundAt: string | null;
  };
  /** The login with LinkedIn. */
  linkedin: {
    /** Whether this login is bound. */
    bound: boolean;
    /** The holder's name or e-mail address there; null without one. */
    account: string | null;
    /** When it was bound; null if it is not. ISO 8601, UTC. */
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
  /** The key's id. */
  id: string;
  /** The name that its owner gave it. */
  name: string;
  /** What it may do. */
  scopes: ("read" | "proxies" | "buy")[];
  /** How the key begins. */
  prefix: string;
  /** The key's last four characters. */
  lastFour: string;
  /** When it was created. ISO 8601, UTC. */
  createdAt: string;
  /** When it stops working; null: never. ISO 8601, UTC. */
  expiresAt: string | null;
  /** The addresses and networks it works from; empty: from everywhere. */
  ips: string[];
  /** The most it may spend from the wallet in a calendar month (UTC), in US cents; null: no limit. */
  maxCents: number | null;
  /** What it has spent in this month, in US cents. */
  spentCents: number;
  /** When it was last used, to the minute; null: never. ISO 8601, UTC. */
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

/** A product that is sold. */
export interface Product {
  /** The product's name in orders. */
  sku: string;
  /** What it is. */
  kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  /** The product's name, in the language of the call. */
  name: string;
  /** What the quantity counts, such as `GB`. */
  unit: string;
  /** Whether it belongs to an enterprise plan. */
  enterprise: boolean;
  /** The period in days; null for what does not end. */
  days: number | null;
  /** The smallest quantity of one order. */
  minQty: number;
  /** The largest quantity of one order. */
  maxQty: number;
  /** The quantity has to be a multiple of this. */
  stepQty: number;
  /** The region it is priced for; null where prices do not depend on one. */
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

/** Something that was bought, and how it is paid. */
export interface Order {
  /** The order's id. */
  id: string;
  /** The order's number, as invoices show it. */
  orderNo: string;
  /** What was bought, in the language of the call. */
  name: string;
  /** The product, as `/v2/priceList` names it. */
  sku: string;
  /** How many units were bought. */
  quantity: number;
  /** What it costs after coupons, in US cents. */
  amountCents: number;
  /** How it is paid. */
  method: string;
  /** `pending` until it is paid; `failed` where the payment did not come in. */
  status: "pending" | "paid" | "failed" | "refunded";
  /** When it was paid; null before. ISO 8601, UTC. */
  paidAt: string | null;
  /** When it was placed. ISO 8601, UTC. */
  createdAt: string;
  /** Whether the invoice can be downloaded. */
  invoiceReady: boolean;
  /** What was refunded in all, in US cents. */
  refundedCents: number;
  /** Whether it renewed what was bought before. */
  renewal?: boolean;
  /** The name of the API key that ordered it; null where a person did. */
  apiKey?: string | null;
  /** The outside payment it waits for, as `/v1/payment` takes it. */
  paymentId?: string | null;
}

/** A withdrawal of affiliate profit. */
export interface Withdrawal {
  /** The withdrawal's id. */
  id: string;
  /** When it was requested. ISO 8601, UTC. */
  at: string;
  /** `pending` until the operator decides, then `paid` or `rejected`. */
  status: "pending" | "paid" | "rejected";
  /** `balance` pays into the wallet, `crypto` to `walletAddress`. */
  target: "balance" | "crypto";
  /** How the operator reaches the customer. */
  contact: string;
  /** The crypto address it is paid to; empty for the wallet. */
  walletAddress: string;
  /** The sum that was requested, in US cents. */
  amountCents: number;
  /** The fee, in US cents; it is taken out of the amount. */
  feeCents: number;
  /** When it was paid or rejected; null while pending. ISO 8601, UTC. */
  decidedAt: string | null;
  /** Why the operator rejected it; empty otherwise. */
  reason: string;
}

/** A voucher for IPs or traffic. */
export interface CdKey {
  /** The CDKey's id. */
  id: string;
  /** The code that redeems it. While it is `unused`, keys without the scope `buy` (the access key too) get its first group and `*`. */
  code: string;
  /** What it holds: IPs of the pool, or traffic. */
  kind: "ip" | "traffic";
  /** How much it holds: IPs, or GB of traffic. */
  amount: number;
  /** When it was made. ISO 8601, UTC. */
  producedAt: string;
  /** Whether it was redeemed. A `void` one can no longer be: what it held is back in its maker's balance. */
  status: "unused" | "used" | "void";
  /** When it was redeemed; null before. ISO 8601, UTC. */
  usedAt: string | null;
  /** The e-mail address of whoever redeemed it, masked; null before. */
  redeemerEmail: string | null;
}

/** An address that events are sent to. */
export interface Webhook {
  /** The webhook's id. */
  id: string;
  /** The address that events are sent to. */
  url: string;
  /** The customer's own note; empty without one. */
  description: string;
  /** The events that are sent; empty: all of them. */
  events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
  /** Whether events are sent. */
  enabled: boolean;
  /** Who switched it off: its `owner`, or we, after it was `failing` for days or answered 410 (`gone`). Null while it is on. */
  disabledBy: "owner" | "failing" | "gone" | null;
  /** When it was created. ISO 8601, UTC. */
  createdAt: string;
  /** When the last event was sent; null before the first. ISO 8601, UTC. */
  lastAt: string | null;
  /** Whether the last event arrived; null before the first. */
  lastDelivered: boolean | null;
  /** Since when nothing arrives; null while events do. ISO 8601, UTC. */
  failingSince: string | null;
  /** How many events are waiting to be sent. */
  waiting: number;
}

/** An event that was sent to a webhook, or waits to be. */
export interface WebhookDelivery {
  /** The delivery's id. */
  id: string;
  /** The webhook's id. */
  webhookId: string;
  /** The address it is sent to. */
  url: string;
  /** The `webhook-id` that is sent: the same at every try and replay. */
  eventId: string;
  /** The event's type. */
  event: "order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears" | "ping";
  /** When the event happened. ISO 8601, UTC. */
  at: string;
  /** `waiting` for the next try, `delivered`, or `failed` for good. */
  status: "waiting" | "delivered" | "failed";
  /** How many times it was sent. */
  tries: number;
  /** When it is sent next; null where it is not. ISO 8601, UTC. */
  nextTryAt: string | null;
  /** The body as it is sent, JSON as text. */
  body: string;
  /** The last ten tries, the newest first. */
  attempts: {
    /** When it was sent. ISO 8601, UTC. */
    at: string;
    /** The receiver's HTTP status; 0 without an answer. */
    status: number;
    /** How long the receiver took, in milliseconds. */
    ms: number;
    /** Why it did not arrive, in one line; empty where it did. */
    error: string;
    /** How the receiver's answer began. */
    answer: string;
  }[];
}

/** An exit of the ISP pool. */
export interface PoolIp {
  /** The exit's id, as `/v1/ip/open` takes it in `ids`. */
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
  /** How long the gateway recently took to connect through it, in milliseconds; null before it was measured. */
  latencyMs: number | null;
  /** When `latencyMs` was written: every 10 minutes at least. ISO 8601, UTC. */
  measuredAt: string | null;
  /** Whether the account has it open. */
  opened: boolean;
}

/** An exit of the ISP pool that was opened at a port of its own. */
export interface OpenedIp {
  /** The opened IP's id. */
  id: string;
  /** The exit's id in `/v1/ip/list`. */
  exitId: string;
  /** The host that clients connect to. */
  host: string;
  /** The port that clients connect to. */
  port: number;
  /** The exit's address. */
  ip: string;
  /** How clients get in: `user` by the account's name and password, `nouser` from whitelisted addresses. */
  auth: "user" | "nouser";
  /** The user name to connect with; only with `auth=user`. */
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
  /** When it was opened. ISO 8601, UTC. */
  openedAt: string;
  /** When it closes. ISO 8601, UTC. */
  expiresAt: string;
  /** Seconds until it ends; 0 once it has ended. */
  remainingSeconds: number;
  /** `active` until it ends; `expired` by itself, `deleted` by a call. */
  status: "active" | "expired" | "deleted";
  /** Whether a gateway listens at the port. */
  open: boolean;
  /** How long the gateway recently took to connect through it, in milliseconds; null before it was measured. */
  latencyMs: number | null;
  /** When `latencyMs` was written: every 10 minutes at least. ISO 8601, UTC. */
  measuredAt: string | null;
  /** What opened it: a call, an extraction link or the lookup service. */
  by: "call" | "link" | "lookup";
  /** Traffic from the client, in bytes; not billed. */
  upBytes: number;
  /** Traffic to the client, in bytes; not billed. */
  downBytes: number;
}

/** An address that answers proxies to programs at whitelisted addresses. */
export interface ExtractionLink {
  /** The link's id. */
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
  /** How many proxies each call answers. */
  num: number;
  /** How long opened IPs stay open, in hours; null for plan `traffic`. */
  hours: number | null;
  /** How long whitelisted ports stay open, in minutes; null for plan `ip`. */
  minutes: number | null;
  /** The form of the answer. */
  format: "txt" | "json" | "csv";
  /** What separates proxies in a text file. */
  separator: string;
  /** The first port to open; null for any free port. */
  port: number | null;
  /** The protocol that proxies are listed with. */
  protocol: "http" | "socks5";
  /** The customer's own note; empty without one. */
  remark: string;
  /** When it was created. ISO 8601, UTC. */
  createdAt: string;
  /** When it last answered proxies; null before the first time. ISO 8601, UTC. */
  lastUsedAt: string | null;
  /** How many times it answered proxies. */
  uses: number;
}

/** A port that whitelisted addresses use without a password. */
export interface WhitelistedPort {
  /** The port's id. */
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
  /** How long it stays open and keeps its exit, in minutes. */
  minutes: number;
  /** When it was opened. ISO 8601, UTC. */
  createdAt: string;
  /** When it closes. ISO 8601, UTC. */
  expiresAt: string;
  /** Seconds until it ends; 0 once it has ended. */
  remainingSeconds: number;
  /** Whether a gateway listens at the port. */
  open: boolean;
  /** Whether an extraction link opened it. */
  byLink: boolean;
  /** The customer's own note; empty without one. */
  remark: string;
}

/** A tunnel or request that ended or was refused. */
export interface LoggedRequest {
  /** The gateway's `X-Request-Id`. */
  id: string;
  /** When it began. ISO 8601, UTC. */
  at: string;
  /** The name of the sub-account, static IP or unlimited port. */
  account: string;
  /** The product it was sent through. */
  product: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  /** The client's address. */
  client: string;
  /** The target as `host:port`; empty where it was refused before the target was known. */
  target: string;
  /** The address that the target saw; empty without one, null where it is not known. */
  exit: string | null;
  /** The exit's country in the language of the call; empty without one. */
  place: string;
  /** The exit's country (ISO 3166-1 alpha-2); empty without one. */
  country: string;
  /** How the client spoke to the gateway; `udp`: one target of a SOCKS5 UDP association. */
  protocol: "connect" | "http" | "socks5" | "udp";
  /** Traffic from the client, in bytes. */
  upBytes: number;
  /** Traffic to the client, in bytes. */
  downBytes: number;
  /** How long it took, in milliseconds. */
  ms: number;
  /** `ok`; `refused` by the gateway; `cut` by a limit or a change; `failed` at the exit or the target. */
  outcome: "ok" | "refused" | "cut" | "failed";
  /** Why it was refused, cut or failed, as one stable word; empty where it was `ok`. */
  reason: string;
  /** The gateway's own words, in English; often empty. */
  detail: string;
  /** What the reason means, in the language of the call. */
  text: string;
  /** What to do about it, in the language of the call. */
  fix: string;
}

/** A user name and password that traffic is sent under. */
export interface SubAccount {
  /** The sub-account's id. */
  id: string;
  /** The user name that traffic is sent under. */
  account: string;
  /** Its password. */
  password: string;
  /** Whether it is the main sub-account, which uses all traffic that is not allotted. */
  main: boolean;
  /** Whether it may be used. */
  enabled: boolean;
  /** Traffic that was allotted to it in all, in bytes. */
  allocatedBytes: number;
  /** Traffic that it used, in bytes. */
  usedBytes: number;
  /** Traffic that it can still use, in bytes. */
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
  /** The customer's own note; empty without one. */
  remark: string;
  /** When it was created. ISO 8601, UTC. */
  createdAt: string;
}

/** What the owner limits; null or an empty list for no limit. */
export interface SubAccountLimits {
  /** How many connections it may have open at once; null for no limit. */
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
  /** The entry's id. */
  id: string;
  /** The client's address, which needs no password. */
  ip: string;
  /** The customer's own note; empty without one. */
  description: string;
  /** When the entry ends; null: never. ISO 8601, UTC. */
  expiresAt: string | null;
  /** When it was created. ISO 8601, UTC. */
  createdAt: string;
  /** The sub-account that its traffic is billed to. */
  account: string;
}

/** How many static IPs are free at a place. */
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
  /** How many IPs are free there. */
  available: number;
}

/** A static IP, long or short term. */
export interface StaticIp {
  /** The static IP's id. */
  id: string;
  /** The address that clients connect to and targets see. */
  host: string;
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
  /** When it began. ISO 8601, UTC. */
  startedAt: string;
  /** When it ends. ISO 8601, UTC. */
  expiresAt: string;
  /** Hours until it ends, rounded up; 0 once it has ended. */
  remainingHours: number;
  /** Whether it has expired. */
  expired: boolean;
  /** Until when it can be renewed: 24 hours after its end. ISO 8601, UTC. */
  renewableUntil: string;
  /** Whether it renews itself. */
  autoRenew: boolean;
  /** Whether auto-renew failed for want of money before the coming end. */
  autoRenewFailed: boolean;
  /** The user name to connect with. */
  account: string;
  /** The password to connect with. */
  password: string;
  /** Client addresses that need no password. */
  whitelist: string[];
  /** The customer's own note; empty without one. */
  remark: string;
  /** Whether its exit answers. */
  reachable: boolean;
  /** When a gateway last reported a change of its state; null before one has reported it. ISO 8601, UTC. */
  stateSince: string | null;
  /** How many times its address was replaced. */
  replacements: number;
  /** How often its address may still be changed at will before it is renewed. */
  swapsLeft: number;
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
  /** Traffic since midnight UTC, both directions, in bytes. */
  dayUsedBytes: number;
}

/** Something that happened to a static IP. */
export interface StaticEvent {
  /** The event's id. */
  id: string;
  /** When it happened. ISO 8601, UTC. */
  at: string;
  /** What happened. */
  action: "taken" | "renewed" | "autoRenewed" | "autoRenewFailed" | "replaced" | "swapped" | "credentials" | "expired" | "deleted";
  /** The static IP's address. */
  ip: string;
  /** The period in days. */
  days: number;
  /** Both addresses of a replacement or swap, as `old → new`; otherwise often empty. */
  detail: string;
}

/** A region of unlimited plans: what is free there and what it costs. */
export interface UnlimitedRegion {
  /** The region's name in calls. */
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  /** The region's name, in the language of the call. */
  name: string;
  /** The host that clients connect to. */
  host: string;
  /** How many ports, or Mbps, can be ordered now. */
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
    /** How many exits are online there. */
    exits: number;
  }[];
}

/** A plan of ports or bandwidth without a meter. */
export interface UnlimitedPlan {
  /** The plan's id. */
  id: string;
  /** The number of the order that bought it. */
  orderNo: string;
  /** `port`: ports of 5 Mbps each. `bandwidth`: a bandwidth that all connections share. */
  kind: "port" | "bandwidth";
  /** The region that its exits are in. */
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  /** The region's name, in the language of the call. */
  regionName: string;
  /** How many ports, or Mbps, were bought. */
  quantity: number;
  /** The bandwidth of all its ports together, each way, in megabits per second. */
  mbps: number;
  /** The period that was bought or renewed last, in days. */
  days: number;
  /** When it began. ISO 8601, UTC. */
  startedAt: string;
  /** When it ends. ISO 8601, UTC. */
  expiresAt: string;
  /** Hours until it ends, rounded up; 0 once it has ended. */
  remainingHours: number;
  /** `active` until it ends. */
  status: "active" | "expired";
  /** When its ports close: 24 hours after its end. ISO 8601, UTC. */
  closesAt: string;
  /** The host that clients connect to. */
  host: string;
  /** The same host by its region's own name. */
  domain: string;
  /** How many ports belong to it. */
  ports: number;
  /** How many of its ports a gateway has open. */
  open: number;
  /** Client addresses that need no password. */
  whitelist: string[];
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
}

/** A port of an unlimited plan. */
export interface UnlimitedPort {
  /** The port's id. */
  id: string;
  /** The plan that it belongs to. */
  planId: string;
  /** The host that clients connect to. */
  host: string;
  /** The port that clients connect to. */
  port: number;
  /** The same host by its region's own name. */
  domain: string;
  /** How long it keeps an exit, in minutes. */
  rotationMinutes: number;
  /** When the exit changes next; null once the plan has expired. ISO 8601, UTC. */
  nextRotationAt: string | null;
  /** The template that its line is copied by. */
  format: string;
  /** The exits' country (ISO 3166-1 alpha-2); empty for any of the region. */
  country: string;
  /** The country's name, in the language of the call. */
  countryName: string;
  /** The customer's own note; empty without one. */
  remark: string;
  /** When its plan ends. ISO 8601, UTC. */
  expiresAt: string;
  /** The user name to connect with. */
  account: string;
  /** The password to connect with. */
  password: string;
  /** Its bandwidth, each way, in megabits per second. */
  mbps: number;
  /** Whether a gateway listens at the port. */
  open: boolean;
  /** Traffic of the last 30 days, both directions, in bytes; not billed. */
  usedBytes: number;
  /** Traffic since midnight UTC, both directions, in bytes. */
  dayUsedBytes: number;
}

/** One moment: a second, or the average of a minute. */
export interface MonitorPoint {
  /** When it was measured. ISO 8601, UTC. */
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
  /** Registers an account and signs it in. `POST /v1/signup` */
  signup: {
    asks: {
      /** The e-mail address to register. */
      email: string;
      /** 8 to 20 visible ASCII characters, a letter first. */
      password: string;
      /** The invitation code of whoever invited this customer. */
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
  /** Signs in by e-mail and password; after too many failures also with a mailed code. `POST /v1/signin` */
  signin: {
    asks: {
      /** The account's e-mail address. */
      email: string;
      /** The account's password. */
      password: string;
      /** 1 to accept the terms. Required. */
      agree: boolean | 0 | 1;
      /** The code mailed for the scene `signin`. Needed after a 429 whose `data.mailCode` is true. */
      code?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
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
      /** The address that the code was mailed to: the account's main or secure e-mail. */
      email: string;
      /** The six digits mailed for the scene `forgot`. */
      code: string;
      /** The new password. */
      password: string;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: Record<never, never>;
  };
  /** With a session, a ticket for another window; with a ticket, a session of its own. `POST /v1/webauto` */
  webauto: {
    asks: {
      /** A ticket that an earlier call answered. */
      ticket?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The ticket: good once, within a minute. */
      ticket?: string;
      /** The address that opens the dashboard signed in. */
      url?: string;
      /** When the ticket expires. ISO 8601, UTC. */
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
      /** When the view ends at the latest. ISO 8601, UTC. */
      expiresAt: string;
    };
  };
  /** Ends a read-only view of the account; with another session it does nothing. `POST /v1/viewEnd` */
  viewEnd: {
    asks: Record<never, never>;
    answers: Record<never, never>;
  };
  /** Changes the password, ends the other sessions and makes another access key. `POST /v1/upPwd` */
  upPwd: {
    asks: {
      /** The current password. */
      oldPassword: string;
      /** The new password. */
      newPassword: string;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** How many other sessions this ended. */
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
      /** What is set now. */
      multiDevice: boolean;
    };
  };
  /** Sets how long a session lives without a call; 0: for ever. `POST /v1/upTokenCache` */
  upTokenCache: {
    asks: {
      /** Minutes a session lives without a call; 0: for ever. 0 needs `mfaCode`. */
      minutes: number;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** What is set now. */
      loginMinutes: number;
    };
  };
  /** Where the account is signed in now, this session first. `POST /v1/sessions` */
  sessions: {
    asks: Record<never, never>;
    answers: {
      /** The sessions. */
      items: ({
        /** The session's id, as `/v1/endSessions` takes it. */
        id: string;
        /** Whether it is the session of this call. */
        current: boolean;
        /** When it signed in. ISO 8601, UTC. */
        createdAt: string;
        /** When it last made a call. ISO 8601, UTC. */
        lastSeenAt: string;
        /** When it ends unless it makes a call; null: never. ISO 8601, UTC. */
        expiresAt: string | null;
        /** The address that it last came from. */
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
      /** The session to end, by id; all but this one if absent. */
      id?: string | undefined;
    };
    answers: {
      /** How many sessions ended. */
      ended: number;
    };
  };
  /** Sign-ins and security changes of the account, newest first. `POST /v1/loginLog` */
  loginLog: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** When it happened. ISO 8601, UTC. */
        at: string;
        /** The address that it came from. */
        ip: string;
        /** The address's country (ISO 3166-1 alpha-2); null if unknown. */
        country: string | null;
        /** The country's name, in the language of the call; null if unknown. */
        countryName: string | null;
        /** The browser or program, as it named itself. */
        agent: string;
        /** Whether it was this session. */
        current: boolean;
        /** A sign-in by its way, or what was changed. */
        event: "signup" | "signin" | "google" | "github" | "linkedin" | "auto" | "signout" | "ended" | "passwordChanged" | "passwordRecovered" | "mfaBound" | "mfaUnbound" | "secureMailChanged" | "loginBound" | "loginUnbound" | "accessKeyChanged" | "apiKeyAdded" | "apiKeyDeleted" | "changeUndone" | "webhookAdded" | "webhookMoved" | "webhookSecretRenewed" | "viewed";
      })[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Creates a new access key; the old one stops working at once. `POST /v1/upAccessKey` */
  upAccessKey: {
    asks: {
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The new access key. Programs send it as `key`. */
      accessKey: string;
    };
  };
  /** The account's API keys (50 at most), the newest first. `POST /v1/apiKeys` */
  apiKeys: {
    asks: Record<never, never>;
    answers: {
      /** The keys, expired ones too. */
      items: ApiKey[];
    };
  };
  /** Creates an API key. The answer shows the key, this once. `POST /v1/apiKeyAdd` */
  apiKeyAdd: {
    asks: {
      /** A name to know the key by. */
      name: string;
      /** What the key may do: `read`, `proxies`, `buy`. Separated by commas in a form. */
      scopes: string[];
      /** When it stops working; never if absent. ISO 8601, UTC. */
      expiresAt?: string | Date | undefined;
      /** The addresses and networks (CIDR) it works from, 20 at most; everywhere if absent. Separated by commas in a form. */
      ips?: string[] | undefined;
      /** The most it may spend from the wallet in a calendar month (UTC), in US cents; no limit if absent. Only with the scope `buy`. */
      maxCents?: number | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The key's id. */
      id: string;
      /** The key. It is not shown again. */
      key: string;
    };
  };
  /** Deletes API keys; they stop working at once. `POST /v1/apiKeyDel` */
  apiKeyDel: {
    asks: {
      /** The keys, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** How to sign in with third parties, or bind them. `POST /v1/loginOptions` */
  loginOptions: {
    asks: {
      /** Where the provider sends the browser back to: the dashboard's `/index/loading`. By default that of PUBLIC_URL. */
      redirectUri?: string | undefined;
    };
    answers: {
      /** How to sign in with Google; null where it is not set up. */
      google: {
        /** This installation's client id with the provider. */
        clientId: string;
        /** Send it back unchanged with the provider's answer. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
      /** How to sign in with GitHub; null where it is not set up. */
      github: {
        /** This installation's client id with the provider. */
        clientId: string;
        /** Send it back unchanged with the provider's answer. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
      /** How to sign in with LinkedIn; null where it is not set up. */
      linkedin: {
        /** This installation's client id with the provider. */
        clientId: string;
        /** Send it back unchanged with the provider's answer. */
        state: string;
        /** The nonce that the provider's ID token has to contain. */
        nonce: string;
        /** The provider's sign-in page, which sends the browser back to `redirectUri`. */
        url: string;
      } | null;
    };
  };
  /** Signs in with Google, or registers. `POST /v1/gLogin` */
  gLogin: {
    asks: {
      /** The provider's ID token. */
      credential?: string | undefined;
      /** The provider's authorization code, in place of `credential`. */
      code?: string | undefined;
      /** The `redirectUri` that the code was requested with. */
      redirectUri?: string | undefined;
      /** The `state` that `/v1/loginOptions` answered. */
      state?: string | undefined;
      /** The `proof` that a 460 `mfaNeeded` answered, in place of the provider's answer. */
      proof?: string | undefined;
      /** The invitation code of whoever invited this customer; for new accounts. */
      inviteCode?: string | undefined;
      /** 1 to accept the terms. Required. */
      agree: boolean | 0 | 1;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The session's token; send it as `session` from now on. */
      session: string;
      user: User;
      /** Whether a new account was registered. */
      created: boolean;
    };
  };
  /** Binds or unbinds a login with a third party. `POST /v1/gBind` */
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
      /** The `state` that `/v1/loginOptions` answered. */
      state?: string | undefined;
      /** 1 to remove the login instead. */
      unbind?: boolean | 0 | 1 | undefined;
      /** The account's password: a fresh proof. Where a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      bindings: Bindings;
    };
  };
  /** Mails six digits for one purpose; the answer is the same whether the address is known or not. `POST /v1/mailCode` */
  mailCode: {
    asks: {
      /** What the code is for; it is good for nothing else. */
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
      /** The account's password: a fresh proof. Where a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The address that is set now, masked. */
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
      /** Whether the address is verified now. */
      emailVerified: boolean;
    };
  };
  /** Apps that show codes of the second factor. `POST /v1/mfaApp` */
  mfaApp: {
    asks: Record<never, never>;
    answers: {
      /** Apps that show codes of the second factor. */
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
  /** A new secret for the second factor; refused while one is bound. `POST /v1/mfaSecret` */
  mfaSecret: {
    asks: Record<never, never>;
    answers: {
      /** The secret to type into an app: 16 base32 characters. */
      secret: string;
      /** The same as an `otpauth:` address, as apps read it from a QR code. */
      otpauth: string;
      /** The QR code, an SVG as a data URL. */
      qr: string;
    };
  };
  /** Binds the second factor by the secret's first code, and ends the other sessions. `POST /v1/bindMFa` */
  bindMFa: {
    asks: {
      /** The account's password: a fresh proof. Where a second factor is bound, `mfaCode` is the proof. */
      password?: string | undefined;
      /** The six digits mailed to the main address for the scene `confirm`, in place of `password`. */
      confirmCode?: string | undefined;
      /** The code that the app shows now. */
      code: string;
    };
    answers: {
      /** Each replaces a code of the second factor once. They are answered this one time. */
      recoveryCodes: string[];
      /** How many other sessions this ended. */
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
      /** How many other sessions this ended. */
      ended: number;
    };
  };
  /** The account holder. `POST /v1/member` */
  member: {
    asks: Record<never, never>;
    answers: User;
  };
  /** What the header of every page shows. `POST /v1/headerInit` */
  headerInit: {
    asks: Record<never, never>;
    answers: {
      /** The e-mail address of the account. */
      email: string;
      /** Whether a mailed code has proved that the e-mail address is the holder's. */
      emailVerified: boolean;
      /** The wallet's balance, in US cents. */
      walletCents: number;
      /** What the account owes after a charge-back or refund that its wallet did not cover. Until it is paid, calls that spend are refused with `inArrears`. Null where nothing is owed. */
      arrears: {
        /** What is owed, in US cents. The next recharge pays it first. */
        cents: number;
        /** When the arrears began. Traffic goes on for 24 hours from then on. ISO 8601, UTC. */
        since: string;
      } | null;
      /** The server's clock, for what counts down. ISO 8601, UTC. */
      now: string;
      /** Whether a second factor is bound. */
      mfaBound: boolean;
      /** News, and alerts that are active now. */
      notices: ({
        /** The notice's id. */
        id: string;
        /** `news` comes from the operator, `alert` from the account's own thresholds. */
        kind: "news" | "alert";
        /** The notice in one line. */
        title: string;
        /** When the notice appeared. ISO 8601, UTC. */
        at: string;
        /** The dashboard screen where you can act on it; null where there is nothing to do. */
        to: string | null;
      })[];
      /** Payment methods this installation accepts beside the wallet. */
      paymentMethods: ("card" | "crypto")[];
      /** The port on the customer's machine where the dashboard looks for the local manager. */
      managerPort: number;
    };
  };
  /** What the home page shows. `POST /v2/indexInit` */
  indexInit: {
    asks: Record<never, never>;
    answers: {
      /** The wallet's balance, in US cents. */
      walletCents: number;
      /** Owed from earlier refunds, in US cents; the next money that comes in pays it first. */
      walletDebtCents: number;
      /** How many IPs of the pool the account can still open. */
      ipBalance: number;
      /** Traffic the account has left, in bytes. */
      trafficBytes: number;
      /** Credits for static IPs, by their period in days. */
      staticCredits: {
        /** For 7 days. */
        "7": number;
        /** For 30 days. */
        "30": number;
        /** For 90 days. */
        "90": number;
      };
      /** Credits for short-term static IPs, by their period in days. */
      shortCredits: {
        /** For 1 day. */
        "1": number;
        /** For 3 days. */
        "3": number;
        /** For 7 days. */
        "7": number;
      };
      /** Recharge offers that are running now. */
      promotions: {
        /** The offer's id. */
        id: string;
        /** The offer's title. */
        title: string;
        /** The smallest recharge that the offer applies to, in US cents. */
        fromCents: number;
        /** The bonus in percent of the recharge. */
        percent: number;
        /** When the offer ends. ISO 8601, UTC. */
        endsAt: string;
      }[];
      /** The bonus on a recharge, by its sum. */
      bonusTiers: BonusTier[];
      /** The operator's news, the newest first. */
      news: {
        /** The id of the piece of news. */
        id: string;
        /** Its headline. */
        title: string;
        /** Its text. */
        body: string;
        /** When it was published. ISO 8601, UTC. */
        at: string;
      }[];
      /** How many coupons can be used now. */
      couponCount: number;
      /** How to reach support. */
      support: {
        /** The support team's e-mail address. */
        email: string;
        /** An image to scan, as a data URL; empty where there is none. */
        qr: string;
        /** Support promises an answer within so many hours. */
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
  /** Sets the language of mails and notices. `POST /v1/upLang` */
  upLang: {
    asks: {
      /** The language of mails and notices to this account. */
      language: "en" | "zh" | "fr" | "ru" | "vi" | "de";
    };
    answers: {
      /** The language that is set now. */
      lang: string;
    };
  };
  /** What closing the account would destroy. `POST /v1/cancelInfo` */
  cancelInfo: {
    asks: Record<never, never>;
    answers: {
      /** The wallet's balance that would be lost, in US cents. */
      walletCents: number;
      /** IPs of the pool that would be lost. */
      ipBalance: number;
      /** Traffic that would be lost, in bytes. */
      trafficBytes: number;
      /** Credits for static IPs, by their period in days. */
      staticCredits: {
        /** For 7 days. */
        "7": number;
        /** For 30 days. */
        "30": number;
        /** For 90 days. */
        "90": number;
      };
      /** Credits for short-term static IPs, by their period in days. */
      shortCredits: {
        /** For 1 day. */
        "1": number;
        /** For 3 days. */
        "3": number;
        /** For 7 days. */
        "7": number;
      };
      /** Affiliate profit that was not withdrawn, frozen or not, in US cents. */
      profitCents: number;
      /** How many sub-accounts would be deleted. */
      subAccounts: number;
      /** How many whitelisted addresses would be removed. */
      whitelistEntries: number;
      /** How many static IPs, long and short term, still have an address. */
      staticIps: number;
      /** How many unlimited plans still have open ports. */
      unlimitedPlans: number;
      /** How many usable coupons would be lost. */
      coupons: number;
      /** How many sessions would end. */
      sessions: number;
      /** How many linked logins would be removed. */
      linkedLogins: number;
      /** Payments that were begun and not finished; they end unpaid. */
      pendingPayments: number;
      /** Withdrawals the operator has not decided; they are rejected and what they held is lost. */
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
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
      /** 1 to confirm that the account is to be closed for ever. */
      confirm: boolean | 0 | 1;
    };
    answers: Record<never, never>;
  };
  /** Reads or sets alert thresholds; what is left out stays as it is. `POST /v1/alerts` */
  alerts: {
    asks: {
      /** The thresholds to change; a form sends them as JSON text. What is left out stays as it is. */
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
      /** Whether alerts are sent by e-mail too. */
      email: boolean;
      /** The thresholds that are set now; null: never. */
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
  /** Every line of the account's ledger, newest first, with its running balance. `POST /v1/ledger` */
  ledger: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only lines of this asset, such as `wallet` or `traffic`. */
      asset?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: {
        /** The line's id. */
        id: string;
        /** When it was booked. ISO 8601, UTC. */
        at: string;
        /** What was booked: the wallet, traffic, IPs, credits or profit. */
        asset: string;
        /** The change, in the asset's own unit; negative for what went out. */
        amount: number;
        /** The balance after this line, in the asset's own unit. */
        balance: number;
        /** Why it was booked, such as `order`, `recharge` or `refund`. */
        kind: string;
        /** What it belongs to, such as an order number. */
        ref: string;
      }[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Everything that is sold, with its price tiers. `POST /v2/priceList` */
  priceList: {
    asks: Record<never, never>;
    answers: {
      /** The products. */
      products: Product[];
    };
  };
  /** What an order would cost. `POST /v1/quote` */
  quote: {
    asks: {
      /** The product, as `/v2/priceList` names it; for ports and bandwidth `port` or `bandwidth` will do. */
      sku: string;
      /** How many units. */
      quantity: number;
      /** A coupon to apply, by its id in `/v1/coupons`. */
      couponId?: string | undefined;
      /** The period in days, where `sku` leaves it open. */
      days?: 1 | 3 | 7 | 30 | 90 | undefined;
      /** The region of ports and bandwidth, where `sku` leaves it open. */
      region?: string | undefined;
    };
    answers: {
      /** The price before coupons, in US cents. */
      listCents: number;
      /** What the coupon takes off, in US cents. */
      discountCents: number;
      /** What is to be paid, in US cents. */
      totalCents: number;
      /** What comes on top, in words. */
      bonus?: string;
    };
  };
  /** Buys a product. The wallet pays at once; card and crypto pay at `payUrl`. `POST /v1/order` */
  placeOrder: {
    asks: {
      /** The product, as `/v2/priceList` names it. Not needed with `method=coupon`. */
      sku?: string | undefined;
      /** How many units. Not needed with `method=coupon`. */
      quantity?: number | undefined;
      /** How to pay. `coupon` redeems a gift coupon and costs nothing. */
      method: "wallet" | "card" | "crypto" | "coupon";
      /** A coupon to apply or redeem, by its id in `/v1/coupons`. */
      couponId?: string | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** The account's orders, newest first unless `sort` says otherwise. `POST /v1/orderList` */
  orderList: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only orders of this kind of product. */
      kind?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** Only orders with this status. */
      status?: "pending" | "paid" | "failed" | "refunded" | undefined;
      /** The first moment to include; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The last moment to include; a bare day ends at midnight UTC. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** Part of an order number. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: "amountCents" | "createdAt" | "-amountCents" | "-createdAt" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: Order[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** The account's coupons. `POST /v1/coupons` */
  coupons: {
    asks: {
      /** Only coupons with this status. */
      status?: "usable" | "used" | "expired" | undefined;
    };
    answers: {
      /** The coupons. */
      items: ({
        /** The coupon's id. */
        id: string;
        /** `gift` gives a product, `discount` lowers a price. */
        kind: "gift" | "discount";
        /** What it is for, in the language of the call. */
        title: string;
        /** The discount in percent; null for a gift. */
        percent: number | null;
        /** The product that a gift gives; null for a discount. */
        giftSku: string | null;
        /** How many units a gift gives; null for a discount. */
        giftAmount: number | null;
        /** The smallest order it applies to, in US cents; null for any. */
        minCents: number | null;
        /** Until when it can be used. ISO 8601, UTC. */
        expiresAt: string;
        /** When it was used; null before. ISO 8601, UTC. */
        usedAt: string | null;
      })[];
    };
  };
  /** Starts a payment into the wallet. `POST /v1/recharge` */
  recharge: {
    asks: {
      /** How much to pay in, in US cents; 500 at least. */
      amountCents: number;
      /** How to pay. */
      method: "card" | "crypto";
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The payment's id, as `/v1/payment` takes it. */
      paymentId: string;
      /** The page where a person pays. */
      payUrl: string;
    };
  };
  /** The state of a payment. `POST /v1/payment` */
  payment: {
    asks: {
      /** The payment, by its id. */
      paymentId: string;
    };
    answers: {
      /** `pending` until it is over. */
      status: "pending" | "paid" | "failed" | "expired" | "refunded";
      /** The sum to be paid, in US cents. */
      amountCents: number;
      /** The bonus that comes on top, in US cents. */
      bonusCents: number;
      /** What has arrived so far, in US cents; it can be less or more than the amount. */
      receivedCents: number;
      /** What was refunded in all, in US cents. */
      refundedCents: number;
      /** How it is paid. */
      method: "card" | "crypto";
      /** The page where a person pays. */
      payUrl: string;
      /** What was paid beyond the amount and went into the wallet, in US cents. */
      surplusCents: number;
      /** The order that it pays for; null for a recharge. */
      orderNo: string | null;
      /** What that order buys; null for a recharge. */
      order: {
        /** What was bought, in the language of the call. */
        name: string;
        /** The product, as `/v2/priceList` names it. */
        sku: string;
        /** How many units were bought. */
        quantity: number;
        /** `pending` until it is paid; `failed` where the payment did not come in. */
        status: "pending" | "paid" | "failed" | "refunded";
        /** Whether it renewed what was bought before. */
        renewal?: boolean;
      } | null;
    };
  };
  /** The wallet's recharges, newest first, and the bonus tiers. `POST /v1/rechargeList` */
  rechargeList: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** The bonus on a recharge, by its sum. */
      bonusTiers: BonusTier[];
      /** One page of the list. */
      items: ({
        /** The recharge's id. */
        id: string;
        /** The sum, in US cents. */
        amountCents: number;
        /** The bonus that came on top, in US cents. */
        bonusCents: number;
        /** How it is paid. */
        method: "card" | "crypto";
        /** `pending` until it is over. */
        status: "pending" | "paid" | "failed" | "expired" | "refunded";
        /** What has arrived so far, in US cents. */
        receivedCents: number;
        /** What was refunded in all, in US cents. */
        refundedCents: number;
        /** When it was started. ISO 8601, UTC. */
        createdAt: string;
      })[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** A ticket that opens one download, such as an invoice or an export, within a minute. `POST /v1/ticket` */
  ticket: {
    asks: {
      /** The file to open: an order's invoice, an export of proxies, a month's statement, or a usage report. */
      what: "invoice" | "export" | "statement" | "usage";
      /** The order's number, for an invoice. */
      orderNo?: string | undefined;
      /** The month as YYYY-MM, for a statement. */
      month?: string | undefined;
      /** One product; all of them if absent. */
      product?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** The first moment to include; a bare day starts at midnight UTC. 30 days before `to` by default. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The last moment to include, at most 400 days after `from`; a bare day ends at midnight UTC. Now by default. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** What sums and series are split by; not split if absent. By the hour at most 93 days then. */
      by?: "account" | "country" | "city" | "domain" | "product" | "outcome" | undefined;
      /** The name of a sub-account; only its traffic then. */
      account?: string | undefined;
      /** The exit's country (ISO 3166-1 alpha-2). */
      country?: string | undefined;
      /** The target's host. */
      domain?: string | undefined;
      /** For a usage report: the length of a step. */
      grain?: "hour" | "day" | "month" | undefined;
      /** For a usage report: how many keys to list. */
      top?: number | undefined;
      /** For a usage report: which of its tables. */
      part?: "series" | "totals" | "top" | "reasons" | undefined;
    };
    answers: {
      /** The ticket: good once, within a minute. */
      ticket: string;
      /** When the ticket expires. ISO 8601, UTC. */
      expiresAt: string;
    };
  };
  /** The invitation link, what it brought, and the rules of the programme. `POST /v1/shareInfo` */
  shareInfo: {
    asks: Record<never, never>;
    answers: {
      /** The account's invitation code. */
      inviteCode: string;
      /** The invitation link. */
      shareUrl: string;
      /** How many customers registered with the code. */
      invitations: number;
      /** What invited customers paid, without what was refunded, in US cents. */
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
      /** How many days a profit stays frozen. */
      freezeDays: number;
      /** The smallest withdrawal in crypto, in US cents. */
      cryptoMinCents: number;
      /** The fee of a withdrawal in crypto, in percent. */
      feePercent: number;
      /** The smallest fee of a withdrawal in crypto, in US cents. */
      feeMinCents: number;
    };
  };
  /** Profits, order by order, newest first. `POST /v1/profitList` */
  profitList: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only profits with this status. */
      status?: "frozen" | "available" | "deducted" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** The profit's id. */
        id: string;
        /** When the order was paid. ISO 8601, UTC. */
        paidAt: string;
        /** The invited customer's e-mail address, masked. */
        registerEmail: string;
        /** What the order cost, in US cents. */
        orderAmountCents: number;
        /** The order's number. */
        orderNo: string;
        /** Whether the order was a renewal. */
        renewal: boolean;
        /** The share of the order that was earned, in percent. */
        percent: number;
        /** When the profit can be withdrawn; null once it can. ISO 8601, UTC. */
        freezeEndAt: string | null;
        /** What the profit is worth now, after deductions, in US cents. */
        profitCents: number;
        /** What refunds of the order took back, in US cents. */
        deductedCents: number;
        /** `frozen` until `freezeEndAt`, then `available`; `deducted` where refunds took it back. */
        status: "frozen" | "available" | "deducted";
      })[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Who registered with the invitation code, newest first. `POST /v1/invitations` */
  invitations: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: {
        /** The invited customer's id in this list. */
        id: string;
        /** When the customer registered. ISO 8601, UTC. */
        registeredAt: string;
        /** The customer's e-mail address, masked. */
        registerEmail: string;
        /** How many orders the customer paid. */
        orders: number;
        /** What the customer paid, without what was refunded, in US cents. */
        transactionCents: number;
        /** What the customer's orders earned, in US cents. */
        profitCents: number;
      }[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Invitations and profit day by day (UTC), the oldest day first, without gaps. `POST /v1/shareChart` */
  shareChart: {
    asks: {
      /** How many days to show, today included. 30 by default. */
      days?: 7 | 30 | 90 | undefined;
    };
    answers: {
      /** One entry a day, the oldest first. */
      items: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** How many customers registered that day. */
        invitations: number;
        /** The profit earned that day, in US cents. */
        profitCents: number;
      }[];
    };
  };
  /** Sets an invitation code of your own. `POST /v1/upShareCode` */
  upShareCode: {
    asks: {
      /** The new code: 6 to 15 letters and digits. */
      code: string;
    };
    answers: {
      /** The code that is set now. */
      inviteCode: string;
      /** The invitation link with that code. */
      shareUrl: string;
    };
  };
  /** Withdraws profit: to the wallet at once, or in crypto once the operator has paid it. `POST /v1/getProfit` */
  getProfit: {
    asks: {
      /** How much to withdraw, in US cents. */
      amountCents: number;
      /** `balance` pays into the wallet at once, `crypto` to `walletAddress` once the operator has paid. */
      target: "balance" | "crypto";
      /** How the operator reaches you. Required for `crypto`. */
      contact?: string | undefined;
      /** The crypto address to pay to. Required for `crypto`. */
      walletAddress?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The withdrawal that was created. */
      withdrawal: Withdrawal;
    };
  };
  /** Withdrawals of profit, newest first. `POST /v1/profitRecord` */
  profitRecord: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only withdrawals with this status. */
      status?: "pending" | "paid" | "rejected" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: Withdrawal[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Makes CDKeys from the IP or traffic balance. `POST /v1/cdkeyMake` */
  cdkeyMake: {
    asks: {
      /** What the CDKeys hold: IPs of the pool, or traffic. */
      kind: "ip" | "traffic";
      /** What each CDKey holds: 100 IPs or more, or whole GB of traffic. */
      amount: number;
      /** How many CDKeys to make. */
      count: number;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The CDKeys that were made. */
      items: CdKey[];
    };
  };
  /** The CDKeys that the account made, newest first. `POST /v1/cdkeys` */
  cdkeys: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only CDKeys with this status. */
      status?: "unused" | "used" | "void" | undefined;
      /** Only CDKeys that hold this. */
      kind?: "ip" | "traffic" | undefined;
      /** Part of a code or of a redeemer's e-mail address. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: CdKey[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Redeems a CDKey; what it holds belongs to the account at once. `POST /v1/cdkeyUse` */
  cdkeyUse: {
    asks: {
      /** The CDKey's code. */
      code: string;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** What was added: IPs of the pool, or traffic. */
      kind: "ip" | "traffic";
      /** How much was added: IPs, or GB of traffic. */
      amount: number;
    };
  };
  /** The CDKeys that the account redeemed, newest first. `POST /v1/cdkeyRecord` */
  cdkeyRecord: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: ({
        /** The CDKey's id. */
        id: string;
        /** Its code. */
        code: string;
        /** What it held: IPs of the pool, or traffic. */
        kind: "ip" | "traffic";
        /** How much it held: IPs, or GB of traffic. */
        amount: number;
        /** When it was redeemed. ISO 8601, UTC. */
        usedAt: string;
      })[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** How long traffic and wallet last at the present rate, and what ends in the next 30 days. `POST /v1/forecast` */
  forecast: {
    asks: Record<never, never>;
    answers: {
      /** How long the traffic lasts. */
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
        /** Full days of use that the rate is based on; 0 where there is too little to tell. */
        fromDays: number;
        /** Days until nothing is left at that rate; null where nothing is used or there is too little to tell. */
        daysLeft: number | null;
      };
      /** How long the wallet lasts. */
      wallet: {
        /** The wallet's balance, in US cents. */
        leftCents: number;
        /** Spent a day at the present rate, in US cents. */
        perDayCents: number;
        /** How many automatic renewals of static IPs fall into the next 30 days. */
        renewals: number;
        /** What those renewals will take from the wallet once credits are used, in US cents. */
        renewalsCents: number;
        /** What the wallet lacks for them, in US cents. */
        missingCents: number;
        /** Full days of use that the rate is based on; 0 where there is too little to tell. */
        fromDays: number;
        /** Days until nothing is left at that rate; null where nothing is used or there is too little to tell. */
        daysLeft: number | null;
      };
      /** What ends in the next 30 days, ten at most. The soonest come first; with more than ten, what nothing renews. */
      endings: ({
        /** What ends. */
        kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
        /** Its id. */
        id: string;
        /** Its name, in the language of the call. */
        name: string;
        /** When it ends. ISO 8601, UTC. */
        endsAt: string;
        /** Whether it renews itself; null for what cannot. */
        autoRenew: boolean | null;
        /** The dashboard screen where you can act on it. */
        to: string;
      })[];
      /** How many things end in the next 30 days. */
      endingsTotal: number;
    };
  };
  /** Finds what the account has by a piece of its name, address, remark or number. `POST /v1/find` */
  find: {
    asks: {
      /** Text to look for. */
      q: string;
    };
    answers: {
      /** At most five of each kind; what starts with the text comes first. */
      items: ({
        /** What was found. */
        kind: "subAccount" | "static" | "short" | "openedIp" | "plan" | "port" | "whitePort" | "whitelist" | "link" | "order" | "webhook";
        /** Its id. */
        id: string;
        /** Its name, address or number. */
        name: string;
        /** What tells it from others, such as a remark, a country or an amount. */
        detail: string;
        /** The dashboard screen that shows it. */
        to: string;
      })[];
    };
  };
  /** The account's webhooks (10 at most), the oldest first. `POST /v1/webhooks` */
  webhooks: {
    asks: Record<never, never>;
    answers: {
      /** The webhooks. */
      items: Webhook[];
      /** Every event there is. */
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
    };
  };
  /** Sends events to an address of yours; answers the secret that signs them. `POST /v1/webhookAdd` */
  webhookAdd: {
    asks: {
      /** The address to send events to: https, and not of an internal network. */
      url: string;
      /** The events to send, separated by commas in a form; all if absent. */
      events?: string[] | undefined;
      /** A note of your own. */
      description?: string | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The webhook's id. */
      id: string;
      /** The address that events are sent to. */
      url: string;
      /** The customer's own note; empty without one. */
      description: string;
      /** The events that are sent; empty: all of them. */
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "account.arrears")[];
      /** Whether events are sent. */
      enabled: boolean;
      /** Who switched it off: its `owner`, or we, after it was `failing` for days or answered 410 (`gone`). Null while it is on. */
      disabledBy: "owner" | "failing" | "gone" | null;
      /** When it was created. ISO 8601, UTC. */
      createdAt: string;
      /** When the last event was sent; null before the first. ISO 8601, UTC. */
      lastAt: string | null;
      /** Whether the last event arrived; null before the first. */
      lastDelivered: boolean | null;
      /** Since when nothing arrives; null while events do. ISO 8601, UTC. */
      failingSince: string | null;
      /** How many events are waiting to be sent. */
      waiting: number;
      /** The secret that events are signed with. Keep it to yourself. */
      secret: string;
    };
  };
  /** Changes a webhook; what is left out stays as it is. `POST /v1/webhookUp` */
  webhookUp: {
    asks: {
      /** The webhook, by id. */
      id: string;
      /** Another address to send events to. Needs `mfaCode` where a second factor is bound. */
      url?: string | undefined;
      /** The events to send, separated by commas in a form; empty text for all. */
      events?: string[] | undefined;
      /** A note of your own; empty text removes it. */
      description?: string | undefined;
      /** 1 to send events, 0 to stop. */
      enabled?: boolean | 0 | 1 | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: Webhook;
  };
  /** Deletes webhooks and the events that wait for them. `POST /v1/webhookDel` */
  webhookDel: {
    asks: {
      /** The webhooks, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** The signing secret; `renew=1` replaces it, and for a day both sign. `POST /v1/webhookSecret` */
  webhookSecret: {
    asks: {
      /** The webhook, by id. */
      id: string;
      /** 1 to replace the secret. */
      renew?: boolean | 0 | 1 | undefined;
      /** The current code of the second factor, or a recovery code. Needed where a second factor is bound. */
      mfaCode?: string | undefined;
    };
    answers: {
      /** The secret that events are signed with. Keep it to yourself. */
      secret: string;
      /** Until when the old secret signs too; null where there is none. ISO 8601, UTC. */
      previousUntil: string | null;
    };
  };
  /** Sends a `ping` at once and answers how it went. `POST /v1/webhookTest` */
  webhookTest: {
    asks: {
      /** The webhook, by id. */
      id: string;
    };
    answers: WebhookDelivery;
  };
  /** Events of the last 30 days that were sent or wait to be, the newest first. `POST /v1/webhookDeliveries` */
  webhookDeliveries: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the delivery with this id. */
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
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Sends deliveries again: those of `ids`, or all of a webhook that failed since an instant. `POST /v1/webhookReplay` */
  webhookReplay: {
    asks: {
      /** The deliveries to send again, by id. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** All failed deliveries of this webhook, in place of `ids`. */
      webhookId?: string | undefined;
      /** With `webhookId`: only those that failed since then. ISO 8601, UTC. */
      since?: string | Date | undefined;
    };
    answers: {
      /** How many are sent again. */
      replayed: number;
    };
  };
  /** Countries with exits of the pool; the name is in `lang`. `POST /v1/countrys` */
  countrys: {
    asks: Record<never, never>;
    answers: {
      /** The countries. */
      items: {
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        code: string;
        /** The country's name, in the language of the call. */
        name: string;
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Countries with exits for the traffic plan; the name is in `lang`. `POST /v2/country` */
  countryV2: {
    asks: Record<never, never>;
    answers: {
      /** The countries. */
      items: {
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        code: string;
        /** The country's name, in the language of the call. */
        name: string;
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** States and cities of a country with exits of the ISP pool. `POST /v1/city` */
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
        /** How many exits are online there. */
        online: number;
      }[];
    };
  };
  /** States and cities of a country with exits for the traffic plan. `POST /v2/city` */
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
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Postal codes of a country, state or city with exits of the ISP pool. `POST /v1/postal` */
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
        /** How many exits are online there. */
        online: number;
        /** The postal code. */
        postal: string;
      }[];
    };
  };
  /** Network providers with exits of the ISP pool. `POST /v1/isp` */
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
        /** How many exits are online there. */
        online: number;
      }[];
    };
  };
  /** Networks with exits of the ISP pool. `POST /v1/asn` */
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
        /** The network's number (ASN); 0 where only its provider can be asked for. */
        asn: number;
        /** The network provider's token, as filters take it. */
        isp: string;
        /** The network's name. */
        name: string;
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** Networks with exits for the traffic plan. `POST /v2/asn` */
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
        /** The network's number (ASN); 0 where only its provider can be asked for. */
        asn: number;
        /** The network provider's token, as filters take it. */
        isp: string;
        /** The network's name. */
        name: string;
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
      }[];
    };
  };
  /** States and cities for the endpoint generator; all countries without `country`. `POST /v1/traffic/city` */
  trafficCity: {
    asks: {
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** How many entries to answer at most; all if absent. */
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
        /** How many exits are online there. */
        online: number;
        /** Whether partners' exits serve the place; they are not counted, so `online` is 0 where they alone do. Absent where they do not. */
        upstream?: boolean;
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        country: string;
      }[];
    };
  };
  /** The gateways a customer may connect to, the nearest first. `POST /v1/traffic/server` */
  trafficServer: {
    asks: Record<never, never>;
    answers: {
      /** The gateways. */
      items: {
        /** The region that the gateway is in. */
        region: string;
        /** The region's name, in the language of the call. */
        regionName: string;
        /** The gateway machine's name; empty where the host is that of every machine. */
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
  /** Exits of the pool that are online, the quickest first. `POST /v1/ip/list` */
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
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: PoolIp[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Opens exits by id, or a number of exits at a place; each costs one IP of balance. `POST /v1/ip/open` */
  ipOpen: {
    asks: {
      /** The exits to open, by id in `/v1/ip/list`. Separated by commas in a form. */
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
      /** How many exits to open at the place, without `ids`. */
      num?: number | undefined;
      /** How long to keep them open, in whole hours. */
      hours: number;
      /** How clients get in: `user` by the account's name and password, `nouser` from whitelisted addresses. */
      auth: "user" | "nouser";
      /** The first port to open; several are consecutive. Any free port if absent. */
      port?: number | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The IPs that were opened. */
      items: OpenedIp[];
    };
  };
  /** Ends opened IPs at once, or takes ended ones off the list; nothing is paid back. `POST /v1/ip/del` */
  ipDel: {
    asks: {
      /** The opened IPs, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** IPs that were opened with a secret in the last five hours, the newest first. `POST /v1/ipHistory` */
  ipHistory: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
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
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** IPs that were opened for whitelisted addresses in the last five hours. `POST /v2/ipHistory` */
  ipHistoryNoUser: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
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
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** The one user name and password of all opened IPs; `password` sets another. `POST /v1/ipPassInfo` */
  ipPassInfo: {
    asks: {
      /** A new password, 6 to 22 letters and digits, at least 10 if only digits. Needs a session. */
      password?: string | undefined;
    };
    answers: {
      /** The user name of all opened IPs. */
      username: string;
      /** The password of all opened IPs. */
      password: string;
      /** Opened IPs that accept it now. */
      endpoints: {
        /** The opened IP's id. */
        id: string;
        /** The host that clients connect to. */
        host: string;
        /** The port that clients connect to. */
        port: number;
        /** The exit's address. */
        ip: string;
        /** The country as a two-letter code (ISO 3166-1 alpha-2). */
        country: string;
        /** When it closes. ISO 8601, UTC. */
        expiresAt: string;
      }[];
    };
  };
  /** How many IPs were opened on each of the last days (UTC), today included. `POST /v1/ipLineChart` */
  ipLineChart: {
    asks: {
      /** How many days to show, today included. 7 by default. */
      days?: 7 | 30 | undefined;
    };
    answers: {
      /** One entry a day, the oldest first. */
      items: {
        /** The day in UTC, as YYYY-MM-DD. */
        day: string;
        /** How many IPs were opened that day. */
        opened: number;
      }[];
    };
  };
  /** The account's extraction links, the newest first. `POST /v1/apiLinks` */
  apiLinks: {
    asks: Record<never, never>;
    answers: {
      /** The links, the newest first. */
      items: ExtractionLink[];
    };
  };
  /** Creates an extraction link: an address that answers proxies to whitelisted callers. `POST /v1/apiLinkAdd` */
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
      /** How many proxies each call answers. 1 by default. */
      num?: number | undefined;
      /** How long opened IPs stay open, in hours. For `plan=ip`. */
      hours?: number | undefined;
      /** How long whitelisted ports stay open, in minutes. For `plan=traffic`. */
      minutes?: number | undefined;
      /** The form of the answer. `txt` by default. */
      format?: "txt" | "json" | "csv" | undefined;
      /** What separates proxies in a text file; `\\n` and `\\t` are read as line break and tab. */
      separator?: string | undefined;
      /** The first port to open; several are consecutive. Any free port if absent. */
      port?: number | undefined;
      /** The protocol that proxies are listed with. `http` by default. */
      protocol?: "http" | "socks5" | undefined;
      /** A note of your own. */
      remark?: string | undefined;
    };
    answers: {
      /** The link's id. */
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
      /** How many proxies each call answers. */
      num: number;
      /** How long opened IPs stay open, in hours; null for plan `traffic`. */
      hours: number | null;
      /** How long whitelisted ports stay open, in minutes; null for plan `ip`. */
      minutes: number | null;
      /** The form of the answer. */
      format: "txt" | "json" | "csv";
      /** What separates proxies in a text file. */
      separator: string;
      /** The first port to open; null for any free port. */
      port: number | null;
      /** The protocol that proxies are listed with. */
      protocol: "http" | "socks5";
      /** The customer's own note; empty without one. */
      remark: string;
      /** When it was created. ISO 8601, UTC. */
      createdAt: string;
      /** When it last answered proxies; null before the first time. ISO 8601, UTC. */
      lastUsedAt: string | null;
      /** How many times it answered proxies. */
      uses: number;
      /** The link that was created; its fields are beside it too. */
      item: ExtractionLink;
      /** The same link as a list. */
      items: ExtractionLink[];
    };
  };
  /** Deletes extraction links; what they opened stays open until its end. `POST /v1/apiLinkDel` */
  apiLinkDel: {
    asks: {
      /** The links to remove, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** The whitelisted ports that are open, the newest first. `POST /v1/whitePorts` */
  whitePorts: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port number, a place or a remark. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: WhitelistedPort[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Opens ports that whitelisted addresses use without a password. `POST /v1/whitePortAdd` */
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
      /** The region of the gateway, as `/v1/traffic/server` lists it; the gateway with the fewest ports without it. */
      region?: string | undefined;
      /** How many ports to open. */
      num: number;
      /** How long to keep them open, in minutes. */
      minutes: number;
      /** A note of your own. */
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
      /** The ports, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** What is left, used and allotted, and how to connect. `POST /v1/trafficInfo` */
  trafficInfo: {
    asks: Record<never, never>;
    answers: {
      /** Traffic that is left, allotted or not, in bytes. */
      balanceBytes: number;
      /** Traffic that was used, in bytes. */
      usedBytes: number;
      /** Traffic that was allotted to sub-accounts in all, in bytes. */
      allocatedBytes: number;
      /** Whether the account has the enterprise plan for traffic. */
      enterprise: boolean;
      /** How a user name asks for a place or a session. */
      grammar: {
        /** The form of a user name with all parameters. */
        pattern: string;
        /** What a user name can ask for. */
        parameters: {
          /** The parameter's name. */
          name: string;
          /** Other spellings of the name. */
          aliases: string[];
          /** The parameter as it is written. */
          example: string;
          /** What it does, in the language of the call. */
          help: string;
        }[];
      };
      /** The gateways to connect to, the nearest first. */
      endpoints: {
        /** The region that the gateway is in. */
        region: string;
        /** The region's name, in the language of the call. */
        regionName: string;
        /** The gateway machine's name; empty where the host is that of every machine. */
        node: string;
        /** The host that clients connect to. */
        host: string;
        /** The port for HTTP proxy and SOCKS5. */
        port: number;
        /** The protocols that it speaks. */
        protocols: string[];
      }[];
      /** The address that examples fetch. */
      exampleTarget: string;
    };
  };
  /** Traffic by day, every day of the span, oldest first. `POST /v2/statis` */
  statis: {
    asks: {
      /** How many days to show, today included. 30 by default. */
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
        /** How many tunnels and requests ended in that time. */
        requests: number;
      }[];
    };
  };
  /** Traffic by day or hour, of one sub-account or of all; every step of the span. `POST /v1/traffic/statis` */
  trafficStatis: {
    asks: {
      /** How many days to show, today included, without `from` and `to`. 30 by default. */
      days?: 7 | 30 | undefined;
      /** The name of a sub-account; all of them if absent. */
      account?: string | undefined;
      /** The first moment to include; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The last moment to include; a bare day ends at midnight UTC. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** The length of a step: a day or an hour (UTC). `day` by default. */
      by?: "day" | "hour" | undefined;
    };
    answers: {
      /** One entry a step, the oldest first; steps without traffic show 0. */
      items: {
        /** When the step begins. ISO 8601, UTC. */
        at: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** Traffic from the client, in bytes. */
        upBytes: number;
        /** Traffic to the client, in bytes. */
        downBytes: number;
        /** How many tunnels and requests ended in that time. */
        requests: number;
      }[];
    };
  };
  /** Traffic by month, oldest first. `POST /v1/traffic/statisMonth` */
  trafficStatisMonth: {
    asks: {
      /** How many months to show, this one included. 12 by default. */
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
  /** The target hosts with the most traffic. `POST /v1/traffic/statisDomain` */
  trafficStatisDomain: {
    asks: {
      /** How many days to count, today included. 30 by default. */
      days?: 7 | 30 | undefined;
      /** The name of a sub-account; all of them if absent. */
      account?: string | undefined;
      /** How many hosts to answer. 20 by default. */
      top?: number | undefined;
    };
    answers: {
      /** The hosts, those with the most traffic first. */
      items: {
        /** The target's host name. */
        domain: string;
        /** Traffic in both directions together, in bytes. */
        bytes: number;
        /** How many tunnels and requests ended in that time. */
        requests: number;
      }[];
    };
  };
  /** What was used of all products, by step and by what you choose, beside the span before. `POST /v1/usage` */
  usage: {
    asks: {
      /** One product; all of them if absent. */
      product?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      /** The first moment to include; a bare day starts at midnight UTC. 30 days before `to` by default. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The last moment to include, at most 400 days after `from`; a bare day ends at midnight UTC. Now by default. ISO 8601, UTC. */
      to?: string | Date | undefined;
      /** The length of a step: an hour, a day or a month (UTC). `day` by default. By the month whole days are included. */
      grain?: "hour" | "day" | "month" | undefined;
      /** What sums and series are split by; not split if absent. By the hour at most 93 days then. */
      by?: "account" | "country" | "city" | "domain" | "product" | "outcome" | undefined;
      /** The name of a sub-account; only its traffic then. */
      account?: string | undefined;
      /** The exit's country (ISO 3166-1 alpha-2). */
      country?: string | undefined;
      /** The target's host. */
      domain?: string | undefined;
      /** How many keys to answer in `top`, those with most traffic. 10 by default. */
      top?: number | undefined;
    };
    answers: {
      /** When the span begins: at an hour or a day. ISO 8601, UTC. */
      from: string;
      /** When the span ends; not included. ISO 8601, UTC. */
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
        /** Those that were refused, cut or failed; a refused one was never opened. */
        failed: number;
        /** Half of the connections to targets took at most so long; or null. */
        connectP50Ms: number | null;
        /** 95% of the connections to targets took at most so long; or null. */
        connectP95Ms: number | null;
      };
      /** The sums of as many steps before it. */
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
        /** Those that were refused, cut or failed; a refused one was never opened. */
        failed: number;
        /** Half of the connections to targets took at most so long; or null. */
        connectP50Ms: number | null;
        /** 95% of the connections to targets took at most so long; or null. */
        connectP95Ms: number | null;
      };
      /** The steps, oldest first; with `by` only those with something in them. */
      series: {
        /** When the step begins. ISO 8601, UTC. */
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
        /** Those that were refused, cut or failed; a refused one was never opened. */
        failed: number;
      }[];
      /** With `by`: the keys with most traffic, and `(other)` for the rest, if any. */
      top: {
        /** A sub-account's name, country, city, host, product or outcome; in brackets what is none: `(other)`, `(unknown)`, and a product that is used without a sub-account. */
        key: string;
        /** By city: the city's country. */
        country?: string;
        /** Its name in the language of the call. */
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
        /** Those that were refused, cut or failed; a refused one was never opened. */
        failed: number;
      }[];
      /** Why tunnels and requests did not succeed, the most frequent first; 50 at most. Empty with `domain`. */
      reasons: ({
        /** The reason, as in the request log. */
        reason: string;
        /** Whether it was refused, cut or failed. */
        outcome: "ok" | "refused" | "cut" | "failed";
        /** What it means, in the language of the call. */
        label: string;
        /** What you can do about it. */
        fix: string;
        /** How many tunnels and requests. */
        requests: number;
      })[];
    };
  };
  /** What the use of the last 30 days would have cost with each kind of product. `POST /v1/cheapestPlan` */
  cheapestPlan: {
    asks: Record<never, never>;
    answers: {
      /** When the span begins: an hour, 30 days ago. ISO 8601, UTC. */
      from: string;
      /** When the span ends. ISO 8601, UTC. */
      to: string;
      /** Traffic of all products in both directions, in bytes. */
      bytes: number;
      /** How many exits were used in the hour with most; of the newest 100,000 connections. */
      addresses: number;
      /** The mean of the busiest hour, in Mbps, both directions. */
      busiestMbps: number;
      /** One plan of each kind that could have carried it, the cheapest first. */
      plans: ({
        /** The product, as `/v1/order` or `/v1/orderUnlimit` takes it. */
        sku: string;
        /** The kind of product. */
        kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
        /** Its name in the language of the call. */
        name: string;
        /** What it is counted in, such as GB. */
        unit: string;
        /** How many units the use would have taken. */
        needed: number;
        /** How many would have been bought: not fewer than are sold at once, and more where that costs less. */
        quantity: number;
        /** The price of one, in millionths of a US dollar. */
        unitMicros: number;
        /** `quantity` times `unitMicros`, in US cents. */
        totalCents: number;
      })[];
    };
  };
  /** The tunnels and requests of the last 24 hours that ended or were refused, newest first. `POST /v1/requestLog` */
  requestLog: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** The name of a sub-account or static IP, deleted ones included. */
      account?: string | undefined;
      /** Only entries with this outcome; `errors`: all but `ok`. */
      outcome?: "ok" | "refused" | "cut" | "failed" | "errors" | undefined;
      /** The first moment to include; a bare day starts at midnight UTC. ISO 8601, UTC. */
      from?: string | Date | undefined;
      /** The first moment to leave out; a bare day is included whole. ISO 8601, UTC. */
      to?: string | string | Date | undefined;
      /** Part of an id, a target, a client's address or an exit's address. */
      search?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: LoggedRequest[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Traffic and open connections of the account, every second, until its session ends. `POST /v1/live` */
  live: {
    asks: Record<never, never>;
    answers: {
      /** When it was measured. ISO 8601, UTC. */
      at: string;
      /** Traffic in the last second, both directions, in bytes. */
      bytesPerSecond: number;
      /** Connections that are open now. */
      connections: number;
      /** The same by sub-account; idle ones are left out. */
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
  /** Fetches a page through one of the account's own proxies; its bytes count like any other. `POST /v1/proxyTest` */
  proxyTest: {
    asks: {
      /** The proxy: `host:port:user:password`, `user:password@host:port`, or a URL (`http://`, `socks5://`). It has to be one of the account's own. */
      proxy: string;
      /** The protocol to test with. By default that of the URL, else `http`. */
      protocol?: "http" | "socks5" | undefined;
    };
    answers: {
      /** Whether the page was fetched. */
      ok: boolean;
      /** The address that the target saw; null where it was not reached. */
      exitIp: string | null;
      /** The exit's country (ISO 3166-1 alpha-2); null if unknown. */
      country: string | null;
      /** The exit's network number (ASN); null if unknown. */
      asn: number | null;
      /** Milliseconds until the proxy was connected to the target; null where it was not. */
      connectMs: number | null;
      /** Milliseconds for the whole test. */
      totalMs: number;
      /** Why it failed, as `X-Turnpike-Reason` names it; empty where it did not. */
      reason: string;
      /** The gateway's own words, in English; often empty. */
      detail: string;
      /** What the reason means, in the language of the call; empty where it worked. */
      text: string;
      /** What to do about it, in the language of the call; empty where it worked. */
      fix: string;
      /** The gateway's `X-Request-Id`, which `/v1/requestLog` finds; null where there was none. */
      requestId: string | null;
      /** The gateway's HTTP status or SOCKS5 reply; null without an answer. */
      status: number | null;
    };
  };
  /** Creates a sub-account. `POST /v1/addSubUser` */
  addSubUser: {
    asks: {
      /** The user name, 6 to 22 letters and digits. */
      account: string;
      /** The password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
      /** Traffic to allot, in GB of 1,000,000,000 bytes with 3 decimals at most. 0 by default. */
      trafficGb?: number | undefined;
      /** A note of your own. */
      remark?: string | undefined;
      /** 1 to make it the main sub-account, which uses all traffic that is not allotted. */
      main?: boolean | 0 | 1 | undefined;
      /** How many connections it may have open at once; empty text removes the limit. */
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
        /** Traffic to it in a UTC month, in GB of 1,000,000,000 bytes; one of both is needed. */
        monthGb?: number | null | undefined;
      })[] | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: SubAccount;
  };
  /** The account's sub-accounts, newest first unless `sort` says otherwise. `POST /v1/subUsers` */
  subUsers: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a user name or remark. */
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
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes a sub-account's allotment, limits, remark or state. `POST /v1/upSubUser` */
  upSubUser: {
    asks: {
      /** The sub-account, by id. */
      id: string;
      /** The whole allotment, in GB of 1,000,000,000 bytes with 3 decimals at most. */
      trafficGb?: number | undefined;
      /** A note of your own; empty text removes it. */
      remark?: string | undefined;
      /** 1 to enable it, 0 to disable it. */
      enabled?: boolean | 0 | 1 | undefined;
      /** How many connections it may have open at once; empty text removes the limit. */
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
        /** Traffic to it in a UTC month, in GB of 1,000,000,000 bytes; one of both is needed. */
        monthGb?: number | null | undefined;
      })[] | undefined;
    };
    answers: SubAccount;
  };
  /** Deletes sub-accounts for ever; their unused traffic returns. `POST /v1/delSubUser` */
  delSubUser: {
    asks: {
      /** The sub-accounts, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** Makes a sub-account the main one, which uses all traffic that is not allotted. `POST /v1/upSubUserLevel` */
  upSubUserLevel: {
    asks: {
      /** The sub-account, by id. */
      id: string;
    };
    answers: SubAccount;
  };
  /** Sets a sub-account's password. `POST /v1/upSubUserPasswd` */
  upSubUserPasswd: {
    asks: {
      /** The sub-account, by id. */
      id: string;
      /** The new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
    };
    answers: Record<never, never>;
  };
  /** The enabled sub-accounts with their passwords, for endpoint strings. `POST /v1/availableSubUsers` */
  availableSubUsers: {
    asks: Record<never, never>;
    answers: {
      /** The enabled sub-accounts. */
      items: {
        /** The sub-account's id. */
        id: string;
        /** The user name that traffic is sent under. */
        account: string;
        /** Its password. */
        password: string;
        /** Traffic that it can still use, in bytes. */
        availableBytes: number;
      }[];
    };
  };
  /** The names of all sub-accounts, deleted ones too, for filters. `POST /v1/subAccounts` */
  subAccounts: {
    asks: Record<never, never>;
    answers: {
      /** All sub-accounts. */
      items: {
        /** The sub-account's id. */
        id: string;
        /** Its user name. */
        account: string;
        /** Whether it was deleted. */
        deleted: boolean;
      }[];
    };
  };
  /** The whitelisted addresses, newest first unless `sort` says otherwise. `POST /v1/trafficWhiteList` */
  trafficWhiteList: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of an address or note. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: "ip" | "description" | "expiresAt" | "-ip" | "-description" | "-expiresAt" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: WhitelistEntry[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Whitelists client addresses; answers which ones were refused, and adds the others. `POST /v1/addTrafficWhite` */
  addTrafficWhite: {
    asks: {
      /** Client addresses, 200 at most. Separated by commas in a form. */
      ips: string[];
      /** A note of your own. */
      description?: string | undefined;
      /** How many days the entries last; for ever if absent. */
      days?: number | undefined;
      /** When the entries end, in place of `days`. ISO 8601, UTC. */
      expiresAt?: string | Date | undefined;
      /** The sub-account to bill, by name. The main one by default. */
      account?: string | undefined;
    };
    answers: {
      /** The entries that were added. */
      added: WhitelistEntry[];
      /** The addresses that were not added, each with the reason. */
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
      /** The entries, by id. Separated by commas in a form. */
      ids: string[];
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** Whether an address is whitelisted for this account; with `claim` the caller's own address moves here from another account. `POST /v1/checkTrafficWhite` */
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
      /** Whether it is whitelisted for this account. */
      whitelisted: boolean;
      /** With `claim`: whether another account had it before. */
      claimed?: boolean;
    };
  };
  /** What a static IP costs by period. `POST /v1/static/prices` */
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
  /** Credits and static IPs at a glance. `POST /v2/static/index` */
  staticIndex: {
    asks: Record<never, never>;
    answers: {
      /** Credits that are left, by their period in days. */
      credits: {
        /** For 7 days. */
        "7": number;
        /** For 30 days. */
        "30": number;
        /** For 90 days. */
        "90": number;
      };
      /** How many are active. */
      active: number;
      /** How many active ones end within three days. */
      expiringSoon: number;
      /** How many have expired. */
      expired: number;
      /** How many renew themselves. */
      autoRenew: number;
      /** How many cannot be reached. */
      unreachable: number;
    };
  };
  /** Static IPs that are free now, by country and city. `POST /v1/static/list` */
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
      /** How many to take, all at one place. */
      num: number;
      /** A user name of your own, 6 to 22 letters and digits. Chosen for you if absent. */
      account?: string | undefined;
      /** A password of your own, 6 to 22 letters and digits, at least 10 if only digits. Chosen for you if absent. */
      password?: string | undefined;
      /** `wallet` to buy missing credits from the wallet. */
      pay?: "wallet" | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The static IPs that were taken. */
      items: StaticIp[];
      /** How many credits it took. */
      creditsUsed: number;
      /** What the wallet paid, in US cents. */
      walletCents: number;
      /** The order, where credits were bought. */
      order?: Order;
    };
  };
  /** The account's static IPs. `POST /v2/static/useList` */
  staticUseList: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the static IP with this id. */
      id?: string | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** Only static IPs with this status; `all` shows all. */
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, a user name or a remark. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticIp[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** One static IP, what renewing it costs, its use by day and what happened to it. `POST /v2/static/info` */
  staticInfo: {
    asks: {
      /** The static IP, by id. */
      id: string;
    };
    answers: {
      /** The static IP's id. */
      id: string;
      /** The address that clients connect to and targets see. */
      host: string;
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
      /** When it began. ISO 8601, UTC. */
      startedAt: string;
      /** When it ends. ISO 8601, UTC. */
      expiresAt: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours: number;
      /** Whether it has expired. */
      expired: boolean;
      /** Until when it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil: string;
      /** Whether it renews itself. */
      autoRenew: boolean;
      /** Whether auto-renew failed for want of money before the coming end. */
      autoRenewFailed: boolean;
      /** The user name to connect with. */
      account: string;
      /** The password to connect with. */
      password: string;
      /** Client addresses that need no password. */
      whitelist: string[];
      /** The customer's own note; empty without one. */
      remark: string;
      /** Whether its exit answers. */
      reachable: boolean;
      /** When a gateway last reported a change of its state; null before one has reported it. ISO 8601, UTC. */
      stateSince: string | null;
      /** How many times its address was replaced. */
      replacements: number;
      /** How often its address may still be changed at will before it is renewed. */
      swapsLeft: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes: number;
      /** What renewing costs, by period. */
      renewalPrices: {
        /** The period in days. */
        days: number;
        /** Credits of that period that are left. */
        credits: number;
        /** What the wallet would pay, in US cents; 0 where a credit pays. */
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
        /** How many tunnels and requests ended in that time. */
        requests: number;
      }[];
      /** What happened to it, the newest first. */
      history: StaticEvent[];
    };
  };
  /** Changes one static IP, or many by `ids`. `POST /v1/static/update` */
  staticUpdate: {
    asks: {
      /** The static IP, by id; or several by `ids`. */
      id?: string | undefined;
      /** The static IPs, by id. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** A new user name, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
      /** Client addresses that need no password, 50 at most; they replace the list, empty text clears it. */
      whitelist?: string[] | undefined;
      /** A note of your own; empty text removes it. */
      remark?: string | undefined;
    };
    answers: {
      /** The static IP's id. */
      id?: string;
      /** The address that clients connect to and targets see. */
      host?: string;
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
      /** When it began. ISO 8601, UTC. */
      startedAt?: string;
      /** When it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** Whether it has expired. */
      expired?: boolean;
      /** Until when it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** Whether it renews itself. */
      autoRenew?: boolean;
      /** Whether auto-renew failed for want of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The user name to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's own note; empty without one. */
      remark?: string;
      /** Whether its exit answers. */
      reachable?: boolean;
      /** When a gateway last reported a change of its state; null before one has reported it. ISO 8601, UTC. */
      stateSince?: string | null;
      /** How many times its address was replaced. */
      replacements?: number;
      /** How often its address may still be changed at will before it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** How many were changed. */
      updated: number;
    };
  };
  /** Gives all static IPs one user name and password; the old ones stop working within two seconds. `POST /v1/static/updateAll` */
  staticUpdateAll: {
    asks: {
      /** The new user name, 6 to 22 letters and digits. */
      account: string;
      /** The new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password: string;
    };
    answers: {
      /** How many were changed. */
      updated: number;
    };
  };
  /** Deletes static IPs that have expired; others need `confirm=1`. `POST /v1/static/del` */
  staticDel: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** 1 to delete static IPs that have not expired too. */
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** Gives a static IP another address; the remaining time is kept. `POST /v1/static/change` */
  staticChange: {
    asks: {
      /** The static IP, by id. */
      id: string;
      /** `swap` changes an address that answers too; `unreachable`, the default, does not. */
      reason?: "unreachable" | "swap" | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: StaticIp;
  };
  /** What happened to the account's static IPs, newest first. `POST /v1/static/history` */
  staticHistory: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticEvent[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** What renewing static IPs would cost. `POST /v2/static/renewal` */
  staticRenewal: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The period in days. */
      days: number;
      /** How many credits it would take. */
      creditsUsed: number;
      /** What the wallet would pay where credits are missing, in US cents. */
      walletCents: number;
      /** Whether the wallet holds that much now. */
      affordable: boolean;
      /** What card or crypto would pay, for all of them, in US cents. */
      outsideCents: number;
      /** The static IPs, each with what would pay for it. */
      items: ({
        /** The static IP's id. */
        id: string;
        /** Its address. */
        host: string;
        /** What would pay for it: a credit or the wallet. */
        by: "credit" | "wallet";
        /** When it ends now. ISO 8601, UTC. */
        expiresAt: string;
        /** When it would end after the renewal. ISO 8601, UTC. */
        renewedUntil: string;
      })[];
    };
  };
  /** What renewing many static IPs would cost. `POST /v1/static/moreInfo` */
  staticMoreInfo: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
    };
    answers: {
      /** The period in days. */
      days: number;
      /** How many credits it would take. */
      creditsUsed: number;
      /** What the wallet would pay where credits are missing, in US cents. */
      walletCents: number;
      /** Whether the wallet holds that much now. */
      affordable: boolean;
      /** What card or crypto would pay, for all of them, in US cents. */
      outsideCents: number;
      /** The static IPs, each with what would pay for it. */
      items: ({
        /** The static IP's id. */
        id: string;
        /** Its address. */
        host: string;
        /** What would pay for it: a credit or the wallet. */
        by: "credit" | "wallet";
        /** When it ends now. ISO 8601, UTC. */
        expiresAt: string;
        /** When it would end after the renewal. ISO 8601, UTC. */
        renewedUntil: string;
      })[];
    };
  };
  /** Renews one static IP. `POST /v1/renewalStatic` */
  renewalStatic: {
    asks: {
      /** The static IP, by id. */
      id: string;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** How to pay. With `wallet` credits pay first. */
      method: "wallet" | "card" | "crypto";
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The static IP's id. */
      id?: string;
      /** The address that clients connect to and targets see. */
      host?: string;
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
      /** When it began. ISO 8601, UTC. */
      startedAt?: string;
      /** When it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** Whether it has expired. */
      expired?: boolean;
      /** Until when it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** Whether it renews itself. */
      autoRenew?: boolean;
      /** Whether auto-renew failed for want of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The user name to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's own note; empty without one. */
      remark?: string;
      /** Whether its exit answers. */
      reachable?: boolean;
      /** When a gateway last reported a change of its state; null before one has reported it. ISO 8601, UTC. */
      stateSince?: string | null;
      /** How many times its address was replaced. */
      replacements?: number;
      /** How often its address may still be changed at will before it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** How many were renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** How many credits it took. */
      creditsUsed: number;
      /** What the wallet paid, in US cents. */
      walletCents: number;
      /** The order, where something was bought. */
      order?: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v2/renewalStatic` */
  renewalStaticMany: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
      /** How to pay. With `wallet` credits pay first. */
      method: "wallet" | "card" | "crypto";
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** How many were renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** How many credits it took. */
      creditsUsed: number;
      /** What the wallet paid, in US cents. */
      walletCents: number;
      /** The order, where something was bought. */
      order?: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v1/static/moreRenewal` */
  staticMoreRenewal: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** The period in days. */
      days: 7 | 30 | 90;
      /** How to pay. `wallet` by default, with which credits pay first. */
      method?: "wallet" | "card" | "crypto" | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** How many were renewed now; 0 while a payment is open. */
      renewed: number;
      /** The static IPs. */
      items: StaticIp[];
      /** How many credits it took. */
      creditsUsed: number;
      /** What the wallet paid, in US cents. */
      walletCents: number;
      /** The order, where something was bought. */
      order?: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
    };
  };
  /** Turns auto-renew of one static IP on or off. `POST /v1/static/renewalAuto` */
  staticRenewalAuto: {
    asks: {
      /** The static IP, by id. */
      id: string;
      /** 1 to turn auto-renew on, 0 to turn it off. */
      enabled: boolean | 0 | 1;
    };
    answers: {
      /** Whether it is on now. */
      autoRenew: boolean;
    };
  };
  /** Turns auto-renew of many static IPs on or off. `POST /v1/static/moreAuto` */
  staticMoreAuto: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** 1 to turn auto-renew on, 0 to turn it off. */
      enabled: boolean | 0 | 1;
    };
    answers: {
      /** How many were changed. */
      updated: number;
    };
  };
  /** Short-term credits, IPs and prices at a glance. `POST /v1/staticShort/index` */
  shortIndex: {
    asks: Record<never, never>;
    answers: {
      /** Credits that are left, by their period in days. */
      credits: {
        /** For 1 day. */
        "1": number;
        /** For 3 days. */
        "3": number;
        /** For 7 days. */
        "7": number;
      };
      /** How many are active. */
      active: number;
      /** How many active ones end within six hours. */
      expiringSoon: number;
      /** How many have expired. */
      expired: number;
      /** How many cannot be reached. */
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
  /** Short-term IPs that are free now, by country and city. `POST /v1/staticShort/servers` */
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
      /** How many to take, all at one place. */
      num: number;
      /** A user name of your own, 6 to 22 letters and digits. Chosen for you if absent. */
      account?: string | undefined;
      /** A password of your own, 6 to 22 letters and digits, at least 10 if only digits. Chosen for you if absent. */
      password?: string | undefined;
      /** `wallet` to buy missing credits from the wallet. */
      pay?: "wallet" | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
      /** The period in days. */
      days: 1 | 3 | 7;
    };
    answers: {
      /** The static IPs that were taken. */
      items: StaticIp[];
      /** How many credits it took. */
      creditsUsed: number;
      /** What the wallet paid, in US cents. */
      walletCents: number;
      /** The order, where credits were bought. */
      order?: Order;
    };
  };
  /** The account's short-term IPs. `POST /v1/staticShort/used` */
  shortUsed: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only the static IP with this id. */
      id?: string | undefined;
      /** The country as a two-letter code (ISO 3166-1 alpha-2), in any case. */
      country?: string | undefined;
      /** The city: its token (`newyork`) or its name (`New York`). */
      city?: string | undefined;
      /** Only static IPs with this status; `all` shows all. */
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, a user name or a remark. */
      search?: string | undefined;
      /** The field to sort by; with `-` before it in descending order. */
      sort?: string | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticIp[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes one short-term IP, or many by `ids`. `POST /v1/staticShort/update` */
  shortUpdate: {
    asks: {
      /** The static IP, by id; or several by `ids`. */
      id?: string | undefined;
      /** The static IPs, by id. Separated by commas in a form. */
      ids?: string[] | undefined;
      /** A new user name, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
      /** Client addresses that need no password, 50 at most; they replace the list, empty text clears it. */
      whitelist?: string[] | undefined;
      /** A note of your own; empty text removes it. */
      remark?: string | undefined;
    };
    answers: {
      /** The static IP's id. */
      id?: string;
      /** The address that clients connect to and targets see. */
      host?: string;
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
      /** When it began. ISO 8601, UTC. */
      startedAt?: string;
      /** When it ends. ISO 8601, UTC. */
      expiresAt?: string;
      /** Hours until it ends, rounded up; 0 once it has ended. */
      remainingHours?: number;
      /** Whether it has expired. */
      expired?: boolean;
      /** Until when it can be renewed: 24 hours after its end. ISO 8601, UTC. */
      renewableUntil?: string;
      /** Whether it renews itself. */
      autoRenew?: boolean;
      /** Whether auto-renew failed for want of money before the coming end. */
      autoRenewFailed?: boolean;
      /** The user name to connect with. */
      account?: string;
      /** The password to connect with. */
      password?: string;
      /** Client addresses that need no password. */
      whitelist?: string[];
      /** The customer's own note; empty without one. */
      remark?: string;
      /** Whether its exit answers. */
      reachable?: boolean;
      /** When a gateway last reported a change of its state; null before one has reported it. ISO 8601, UTC. */
      stateSince?: string | null;
      /** How many times its address was replaced. */
      replacements?: number;
      /** How often its address may still be changed at will before it is renewed. */
      swapsLeft?: number;
      /** Traffic of the last 30 days, both directions, in bytes; not billed. */
      usedBytes?: number;
      /** Traffic since midnight UTC, both directions, in bytes. */
      dayUsedBytes?: number;
      /** How many were changed. */
      updated: number;
    };
  };
  /** Replaces a short-term IP that cannot be reached; the remaining time is kept. `POST /v1/staticShort/change` */
  shortChange: {
    asks: {
      /** The static IP, by id. */
      id: string;
    };
    answers: StaticIp;
  };
  /** Deletes short-term IPs that have expired; others need `confirm=1`. `POST /v1/staticShort/del` */
  shortDel: {
    asks: {
      /** The static IPs, by id. Separated by commas in a form. */
      ids: string[];
      /** 1 to delete static IPs that have not expired too. */
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      /** How many were deleted. */
      deleted: number;
    };
  };
  /** What happened to the account's short-term IPs, newest first. `POST /v1/staticShort/history` */
  shortHistory: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
    };
    answers: {
      /** One page of the list. */
      items: StaticEvent[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Regions that port plans are sold for. `POST /v1/unlimit/portServers` */
  portServers: {
    asks: Record<never, never>;
    answers: {
      /** The regions. */
      regions: UnlimitedRegion[];
    };
  };
  /** Regions that bandwidth plans are sold for. `POST /v2/unlimit/bandwidthServers` */
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
      /** How many ports (1,000 at most), or Mbps (10,000 at most) in steps of 100. */
      quantity: number;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** How to pay. */
      method: "wallet" | "card" | "crypto";
      /** A coupon to apply, by its id in `/v1/coupons`. */
      couponId?: string | undefined;
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
      /** The plan's id; null until the payment has come in. */
      planId: string | null;
      /** The plan; null until the payment has come in. */
      plan: UnlimitedPlan | null;
    };
  };
  /** Renews an unlimited plan; an expired one cannot be renewed. `POST /v1/renewalUnlimit` */
  renewalUnlimit: {
    asks: {
      /** The plan, by id. */
      planId: string;
      /** The period in days. */
      days: 7 | 30 | 90;
      /** How to pay. */
      method: "wallet" | "card" | "crypto";
      /** A name of your own for this request, 8 to 64 characters. Sent again with the same fields, it answers the first result and does nothing twice. */
      requestId?: string | undefined;
    };
    answers: {
      /** The order. */
      order: Order;
      /** The payment's id, as `/v1/payment` takes it; only for `card` and `crypto`. */
      paymentId?: string;
      /** The page where a person pays; only for `card` and `crypto`. */
      payUrl?: string;
      /** The plan. */
      plan: UnlimitedPlan;
    };
  };
  /** The account's port plans, newest first. `POST /v1/unlimit/portOrders` */
  portOrders: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only plans with this status. */
      status?: "active" | "expired" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: UnlimitedPlan[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
      /** The same as `items`. */
      plans: UnlimitedPlan[];
      /** All plans of the kind together, whatever page and status were asked for. */
      glance: {
        /** How many are active. */
        active: number;
        /** How many active ones end within three days. */
        expiring: number;
        /** How many have expired. */
        expired: number;
        /** Ports, or Mbps, of the active ones together. */
        quantity: number;
        /** Traffic of all of them in the last 30 days, both directions, in bytes. */
        usedBytes: number;
      };
    };
  };
  /** The account's bandwidth plans, newest first. `POST /v1/unlimit/bandwidthOrders` */
  bandwidthOrders: {
    asks: {
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Only plans with this status. */
      status?: "active" | "expired" | undefined;
    };
    answers: {
      /** One page of the list. */
      items: UnlimitedPlan[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
      /** The same as `items`. */
      plans: UnlimitedPlan[];
      /** All plans of the kind together, whatever page and status were asked for. */
      glance: {
        /** How many are active. */
        active: number;
        /** How many active ones end within three days. */
        expiring: number;
        /** How many have expired. */
        expired: number;
        /** Ports, or Mbps, of the active ones together. */
        quantity: number;
        /** Traffic of all of them in the last 30 days, both directions, in bytes. */
        usedBytes: number;
      };
    };
  };
  /** The regions open to a port plan; with `region` it moves there. `POST /v1/unlimit/portRegion` */
  portRegion: {
    asks: {
      /** The plan, by id. */
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
  /** The regions open to a bandwidth plan; with `region` it moves there. `POST /v1/unlimit/bandwidthRegion` */
  bandwidthRegion: {
    asks: {
      /** The plan, by id. */
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
  /** A port plan and its ports. `POST /v1/unlimit/portOrder` */
  portOrder: {
    asks: {
      /** The plan, by id. */
      planId: string;
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port's number, user name, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** The time of this answer, to count down to `nextRotationAt` from. ISO 8601, UTC. */
      answeredAt: string;
      /** The plan. */
      plan: UnlimitedPlan;
      /** The same as `items`. */
      ports: UnlimitedPort[];
      /** One page of the list. */
      items: UnlimitedPort[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** A bandwidth plan and the port that its connections share. `POST /v1/unlimit/bandwidthOrder` */
  bandwidthOrder: {
    asks: {
      /** The plan, by id. */
      planId: string;
      /** The page to answer, from 1. 1 by default. */
      page?: number | undefined;
      /** Entries on a page. 10 by default; more than 100 counts as 100. */
      limit?: number | undefined;
      /** Part of a port's number, user name, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** The time of this answer, to count down to `nextRotationAt` from. ISO 8601, UTC. */
      answeredAt: string;
      /** The plan. */
      plan: UnlimitedPlan;
      /** The same as `items`. */
      ports: UnlimitedPort[];
      /** One page of the list. */
      items: UnlimitedPort[];
      /** How many entries there are on all pages. */
      total: number;
      /** The page that is answered, from 1. */
      page: number;
      /** Entries on a page. */
      limit: number;
    };
  };
  /** Changes ports of port plans: how long an exit is kept, country, format, remark. `POST /v1/unlimit/upport` */
  upport: {
    asks: {
      /** The ports, by id. Separated by commas in a form. */
      ids: string[];
      /** How long to keep an exit, in minutes. */
      rotationMinutes: number;
      /** How its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      /** A note of your own; empty text removes it. */
      remark?: string | undefined;
      /** The exits' country (ISO 3166-1 alpha-2, any case); empty text for any of the region. */
      country?: string | undefined;
      /** A new user name, 6 to 22 letters and digits. */
      account?: string | undefined;
      /** A new password, 6 to 22 letters and digits; at least 10 if only digits. */
      password?: string | undefined;
    };
    answers: {
      /** The ports. */
      ports: UnlimitedPort[];
    };
  };
  /** Changes a bandwidth plan: how long an exit is kept, country, format, remark. `POST /v1/unlimit/upbandwidth` */
  upbandwidth: {
    asks: {
      /** The plan, by id. */
      planId: string;
      /** How long to keep an exit, in minutes. */
      rotationMinutes: number;
      /** How its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      /** A note of your own; empty text removes it. */
      remark?: string | undefined;
      /** The exits' country (ISO 3166-1 alpha-2, any case); empty text for any of the region. */
      country?: string | undefined;
      /** A new user name, 6 to 22 letters and digits. */
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
      /** The ports, by id. Separated by commas in a form. */
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
      /** The plan, by id. */
      planId: string;
      /** Client addresses, 100 at most, separated by commas in a form; empty text clears the list. */
      ips: string[];
    };
    answers: {
      /** The client addresses that need no password now. */
      whitelist: string[];
    };
  };
  /** A plan's bandwidth and connections, and CPU and memory of what carries it. `POST /v1/unlimit/monitor` */
  monitor: {
    asks: {
      /** The plan, by its id. */
      planId: string;
      /** How far to look back, in minutes. */
      minutes: 15 | 60 | 360 | 1440;
    };
    answers: {
      /** The oldest first: one point a second for 15 minutes, else one a minute. Times without a measurement are missing. */
      series: MonitorPoint[];
      /** The last five seconds. */
      now: MonitorPoint;
    };
  };
  /** The newest point of a plan's monitor, every second, until the session ends. `POST /v1/unlimit/monitorLive` */
  monitorLive: {
    asks: {
      /** The plan, by its id. */
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
