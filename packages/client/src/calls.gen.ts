/** Written by generate.ts from the contract; do not edit. */

/** The languages of refusals' sentences and of places' names. */
export type Lang = "en" | "zh" | "fr" | "ru" | "vi" | "de";

/** What webhooks tell of, and what each says in `data`. */
export interface WebhookData {
  "order.paid": {
    orderNo: string;
    sku: string;
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    quantity: number;
    amountCents: number;
    /** What a coupon took off the list price. */
    discountCents: number;
    method: "wallet" | "card" | "crypto" | "coupon";
    /** It prolongs what was bought before. */
    renewal: boolean;
    paidAt: string;
  };
  "order.refunded": {
    orderNo: string;
    sku: string;
    kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
    quantity: number;
    /** What this refund gives back. */
    amountCents: number;
    /** What was given back in all. */
    refundedCents: number;
    /** Nothing of the order is left. */
    whole: boolean;
    reason: string;
    refundedAt: string;
  };
  "recharge.paid": {
    paymentId: string;
    method: "card" | "crypto";
    /** What has come into the wallet, without the bonus. */
    amountCents: number;
    bonusCents: number;
    /** More was paid for an order than it costs: the rest. */
    surplus: boolean;
    paidAt: string;
  };
  "recharge.refunded": {
    paymentId: string;
    method: "card" | "crypto";
    amountCents: number;
    refundedCents: number;
    whole: boolean;
    reason: string;
    refundedAt: string;
  };
  "refund.undone": {
    /** Null where a recharge had been given back. */
    orderNo: string | null;
    /** Null where the wallet had paid. */
    paymentId: string | null;
    /** What that refund had given back, and what counts as paid again. */
    amountCents: number;
    /** What is given back still, by other refunds. */
    refundedCents: number;
    reason: string;
    undoneAt: string;
  };
  "traffic.low": {
    leftBytes: number;
    thresholdBytes: number;
  };
  "wallet.low": {
    leftCents: number;
    thresholdCents: number;
  };
  "expiry.soon": {
    kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
    id: string;
    /** As lists show it, in the account's language. */
    name: string;
    expiresAt: string;
  };
  "static.renewed": {
    id: string;
    /** `static` is the long term, `short` the short one. */
    term: "static" | "short";
    ip: string;
    days: number;
    expiresAt: string;
    /** By auto-renew. */
    auto: boolean;
    /** The order that paid for it, or for others renewed with it; null where credits did. */
    orderNo: string | null;
  };
  "static.renewalFailed": {
    id: string;
    /** `static` is the long term, `short` the short one. */
    term: "static" | "short";
    ip: string;
    days: number;
    expiresAt: string;
  };
  "static.expired": {
    id: string;
    /** `static` is the long term, `short` the short one. */
    term: "static" | "short";
    ip: string;
    days: number;
    expiresAt: string;
    renewableUntilAt: string;
  };
  "plan.expired": {
    planId: string;
    kind: "port" | "bandwidth";
    region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
    /** Ports, or Mbps. */
    quantity: number;
    orderNo: string;
    expiresAt: string;
    renewableUntilAt: string;
  };
  "ping": {
    webhookId: string;
  };
}
export type WebhookEvent = keyof WebhookData;

/** Every reason for which a call is refused, with its code. */
export const refusals = {
  sessionInvalid: 300,
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
  wrongPassword: 401,
  wrongCode: 401,
  wrongPasswordOrCode: 401,
  providerRefused: 401,
  keyReadOnly: 403,
  accountDisabled: 403,
  providerNotConfigured: 403,
  providerEmailUnverified: 403,
  paymentMethodUnavailable: 403,
  labOnlyLocal: 403,
  proxyTestUnavailable: 403,
  cdkeyNeedsEnterprise: 403,
  notWhitelisted: 403,
  foreignOrigin: 403,
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
  webhookNotFound: 404,
  deliveryNotFound: 404,
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  badContentType: 415,
  badBody: 400,
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
  regionNotOpen: 409,
  periodNotSold: 409,
  portUnavailable: 409,
  tooManyWhitePorts: 409,
  tooManyLinks: 409,
  tooManyWebhooks: 409,
  webhookDisabled: 409,
  tooMany: 409,
  codeExpired: 410,
  codeUsedUp: 410,
  ticketExpired: 410,
  couponExpired: 410,
  cdkeyUsed: 410,
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

export interface User {
  id: string;
  email: string;
  secureEmail: string | null;
  mfaBound: boolean;
  bindings: Bindings;
  createdAt: string;
  lastLoginAt: string | null;
  loginMinutes: number;
  multiDevice: boolean;
  inviteCode: string;
  walletCents: number;
  ipBalance: number;
  trafficBytes: number;
  staticCredits: {
    "7": number;
    "30": number;
    "90": number;
  };
  shortCredits: {
    "1": number;
    "3": number;
    "7": number;
  };
  enterprise: {
    ip: boolean;
    traffic: boolean;
  };
  accessKey: string;
  lang: string;
  /** False where the account was made by a linked login and has no password yet. */
  hasPassword: boolean;
  invoiceTitle: InvoiceTitle | null;
}

export interface Bindings {
  google: {
    bound: boolean;
    account: string | null;
    boundAt: string | null;
  };
  github: {
    bound: boolean;
    account: string | null;
    boundAt: string | null;
  };
  linkedin: {
    bound: boolean;
    account: string | null;
    boundAt: string | null;
  };
}

export interface InvoiceTitle {
  title: string;
  taxId: string | null;
  address: string | null;
  country: string | null;
}

export interface Product {
  sku: string;
  kind: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  name: string;
  unit: string;
  enterprise: boolean;
  days: number | null;
  minQty: number;
  maxQty: number;
  /** Quantities are multiples of it. */
  stepQty: number;
  /** Port and bandwidth are priced by region; null of all others. */
  region: string | null;
  tiers: {
    fromQty: number;
    unitMicros: number;
  }[];
}

export interface Order {
  id: string;
  orderNo: string;
  name: string;
  sku: string;
  quantity: number;
  amountCents: number;
  method: string;
  status: "pending" | "paid" | "failed" | "refunded";
  paidAt: string | null;
  createdAt: string;
  invoiceReady: boolean;
  refundedCents: number;
  /** It prolonged what was bought before. */
  renewal?: boolean;
  /** The payment from outside that a pending or failed order waits for, as `/v1/payment` takes it. */
  paymentId?: string | null;
}

export interface Withdrawal {
  id: string;
  at: string;
  status: "pending" | "paid" | "rejected";
  target: "balance" | "crypto";
  contact: string;
  walletAddress: string;
  amountCents: number;
  /** Comes out of the amount. */
  feeCents: number;
  /** When it was paid or rejected. */
  decidedAt: string | null;
  /** Why it was rejected, as the operator wrote it. */
  reason: string;
}

export interface Cdkey {
  id: string;
  code: string;
  kind: "ip" | "traffic";
  amount: number;
  producedAt: string;
  status: "unused" | "used";
  usedAt: string | null;
  redeemerEmail: string | null;
}

export interface Webhook {
  id: string;
  url: string;
  description: string;
  /** Empty: every event. */
  events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired")[];
  enabled: boolean;
  /** Who switched it off: its owner, or we, since it failed for days or answered 410. */
  disabledBy: "owner" | "failing" | "gone" | null;
  createdAt: string;
  /** The newest try, and whether it arrived. */
  lastAt: string | null;
  lastDelivered: boolean | null;
  /** Since when nothing arrived; null while the last one did. */
  failingSince: string | null;
  waiting: number;
}

export interface Delivery {
  id: string;
  webhookId: string;
  url: string;
  /** The `webhook-id` that is sent: the same at each try and each replay. */
  eventId: string;
  event: "order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "ping";
  at: string;
  status: "waiting" | "delivered" | "failed";
  tries: number;
  nextTryAt: string | null;
  /** The body as it is sent, JSON. */
  body: string;
  /** The newest first; ten at most. */
  attempts: {
    at: string;
    /** The HTTP status, or 0 where there was no answer. */
    status: number;
    ms: number;
    /** Why it did not arrive, in one line; empty where it did. */
    error: string;
    answer: string;
  }[];
}

export interface PoolIp {
  id: string;
  /** Masked, unless the account has it open. */
  ip: string;
  country: string;
  countryName: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  postal: string;
  isp: string;
  ispName: string;
  asn: number;
  /** How long the gateway took of late to connect through it; null before it was measured. */
  latencyMs: number | null;
  /** The account has it open. */
  opened: boolean;
}

export interface OpenedIp {
  id: string;
  /** The exit in `/v1/ip/list`. */
  exitId: string;
  host: string;
  port: number;
  ip: string;
  auth: "user" | "nouser";
  /** Of `auth` user alone. */
  username?: string;
  password?: string;
  country: string;
  countryName: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  postal: string;
  isp: string;
  ispName: string;
  asn: number;
  openedAt: string;
  expiresAt: string;
  /** 0 once it has ended. */
  remainingSeconds: number;
  status: "active" | "expired" | "deleted";
  /** A gateway listens there. */
  open: boolean;
  /** What opened it: a screen or script, an extraction link, the lookup service. */
  by: "call" | "link" | "lookup";
  /** Carried, not billed. */
  upBytes: number;
  downBytes: number;
}

export interface ApiLink {
  id: string;
  /** Whole, with the token: whoever has it and a whitelisted address extracts. */
  url: string;
  plan: "ip" | "traffic";
  /** ISO 3166-1 alpha-2; empty for any. */
  country: string;
  countryName: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  num: number;
  /** Null of plan traffic. */
  hours: number | null;
  /** Null of plan ip. */
  minutes: number | null;
  format: "txt" | "json" | "csv";
  separator: string;
  port: number | null;
  protocol: "http" | "socks5";
  remark: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** How often it was answered with proxies. */
  uses: number;
}

export interface WhitePort {
  id: string;
  host: string;
  port: number;
  /** Of the place it was made for; empty (and 0 for `asn`) where any will do. */
  country: string;
  countryName: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  isp: string;
  ispName: string;
  asn: number;
  /** It is there for so long, and keeps its exit as long as that lives. */
  minutes: number;
  createdAt: string;
  expiresAt: string;
  remainingSeconds: number;
  /** A gateway listens there. */
  open: boolean;
  /** Made by an extraction link. */
  byLink: boolean;
  remark: string;
}

export interface LoggedRequest {
  /** The gateway's `X-Request-Id`. */
  id: string;
  /** When it began. */
  at: string;
  /** The name of the sub-account, the static IP or the unlimited port. */
  account: string;
  /** What it was sent under: traffic of the plan, an opened IP, a static IP by its term, a port of a plan by its kind. */
  product: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth";
  /** The client's address. */
  client: string;
  /** host:port, or empty where it was refused before one was known. */
  target: string;
  /** The address that the target saw; empty without one. */
  exit: string;
  /** The exit's country, or empty. */
  country: string;
  protocol: "connect" | "http" | "socks5";
  upBytes: number;
  downBytes: number;
  ms: number;
  outcome: "ok" | "refused" | "cut" | "failed";
  /** Why it was refused, cut or failed, in one stable word; empty where all went well. */
  reason: string;
  /** The gateway's own words on this one, in English; often empty. */
  detail: string;
  /** What the reason means and what the customer can do, in the question's language. */
  text: string;
  fix: string;
}

export interface SubAccount {
  id: string;
  account: string;
  password: string;
  main: boolean;
  enabled: boolean;
  allocatedBytes: number;
  usedBytes: number;
  availableBytes: number;
  limits: SubAccountLimits;
  /** Used since the last midnight, UTC. */
  dayUsedBytes: number;
  monthUsedBytes: number;
  remark: string;
  createdAt: string;
}

export interface SubAccountLimits {
  maxConnections: number | null;
  dayBytes: number | null;
  monthBytes: number | null;
  /** Where not empty: the only targets allowed. `*.example.com` is its subdomains alone. */
  allowDomains: string[];
  denyDomains: string[];
}

export interface WhitelistEntry {
  id: string;
  ip: string;
  description: string;
  expiresAt: string | null;
  createdAt: string;
  account: string;
}

export interface Stock {
  country: string;
  countryName: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  available: number;
}

export interface StaticIp {
  id: string;
  /** The address that clients connect to and that targets see. */
  host: string;
  /** The first of `ports`; 0 while no gateway has opened any. */
  port: number;
  /** Those that a gateway has really open. */
  ports: number[];
  country: string;
  countryName: string;
  city: string;
  cityName: string;
  isp: string;
  asn: number;
  /** The period that was bought or renewed last. */
  validDays: number;
  startedAt: string;
  expiresAt: string;
  /** Whole hours, rounded up; 0 once it has expired. */
  remainingHours: number;
  expired: boolean;
  /** Until then it may be renewed: 24 h after its end. */
  renewableUntil: string;
  autoRenew: boolean;
  /** Auto-renew was tried for the end ahead and could not pay. */
  autoRenewFailed: boolean;
  account: string;
  password: string;
  whitelist: string[];
  remark: string;
  reachable: boolean;
  /** How often it was replaced by another address. */
  replacements: number;
  /** Carried in the last 30 days, both ways; not billed. */
  usedBytes: number;
}

export interface StaticEvent {
  id: string;
  at: string;
  action: "taken" | "renewed" | "autoRenewed" | "autoRenewFailed" | "replaced" | "credentials" | "expired" | "deleted";
  ip: string;
  days: number;
  /** Of a replacement both addresses, `old → new`; else often empty. */
  detail: string;
}

export interface UnlimitedRegion {
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  name: string;
  /** Where clients connect to. */
  host: string;
  /** Ports, or Mbps, that can be ordered now. */
  stock: number;
  unitMicros: {
    "7": number;
    "30": number;
    "90": number;
  };
  /** Countries in it that have exits now, by how many. */
  countries: {
    code: string;
    name: string;
    exits: number;
  }[];
}

export interface UnlimitedPlan {
  id: string;
  orderNo: string;
  kind: "port" | "bandwidth";
  region: "north-america" | "europe" | "asia" | "south-america" | "oceania" | "africa" | "global";
  regionName: string;
  /** Ports, or Mbps. */
  quantity: number;
  /** Each way, of all its ports together. */
  mbps: number;
  /** The period that was bought or renewed last. */
  days: number;
  startedAt: string;
  expiresAt: string;
  /** Whole hours, rounded up; 0 once it has expired. */
  remainingHours: number;
  status: "active" | "expired";
  /** From then on its ports are closed: 24 h after its end. */
  closesAt: string;
  host: string;
  domain: string;
  /** Ports that belong to it. */
  ports: number;
  open: number;
  whitelist: string[];
  /** Carried in the last 30 days, both ways; not billed. */
  usedBytes: number;
}

export interface UnlimitedPort {
  id: string;
  planId: string;
  host: string;
  port: number;
  domain: string;
  rotationMinutes: number;
  /** When the exit changes next; null once the plan has expired. */
  nextRotationAt: string | null;
  /** The template that its line is copied by. */
  format: string;
  /** ISO 3166-1 alpha-2; empty for any of the region's. */
  country: string;
  countryName: string;
  remark: string;
  expiresAt: string;
  account: string;
  password: string;
  /** Each way. */
  mbps: number;
  /** A gateway listens there. */
  open: boolean;
  usedBytes: number;
}

export interface MonitorPoint {
  at: string;
  /** Of one core, the average of the gateway workers that carry the plan; 0-100. */
  cpuPercent: number;
  /** Of the plan, both ways together. */
  bandwidthMbps: number;
  upMbps: number;
  downMbps: number;
  /** Clients' connections of the plan. */
  tcpConnections: number;
  /** Of the machine's memory, all gateway workers that carry the plan together; 0-100. */
  memoryPercent: number;
}

/** Every call: what it asks and what it answers. */
export interface Calls {
  /** Registers an account and signs it in. `POST /v1/signup` */
  signup: {
    asks: {
      email: string;
      password: string;
      inviteCode?: string | undefined;
      agree: boolean | 0 | 1;
    };
    answers: {
      session: string;
      user: User;
    };
  };
  /** Signs in by e-mail and password; after too many failures with a mailed code as well. `POST /v1/signin` */
  signin: {
    asks: {
      email: string;
      password: string;
      agree: boolean | 0 | 1;
      /** Where a 429 bears `mailCode`: what `/v1/mailCode` mailed for the scene `signin`. */
      code?: string | undefined;
      mfaCode?: string | undefined;
    };
    answers: {
      session: string;
      user: User;
    };
  };
  /** Signs in by Google, or registers. `POST /v1/gLogin` */
  gLogin: {
    asks: {
      credential?: string | undefined;
      code?: string | undefined;
      redirectUri?: string | undefined;
      state?: string | undefined;
      /** What a refusal for want of `mfaCode` answered: the provider is not asked twice. */
      proof?: string | undefined;
      inviteCode?: string | undefined;
      agree: boolean | 0 | 1;
      mfaCode?: string | undefined;
    };
    answers: {
      session: string;
      user: User;
      created: boolean;
    };
  };
  /** Sets a new password by a mailed code and ends every session of the account. `POST /v1/repwd` */
  repwd: {
    asks: {
      /** The address that the code went to: the e-mail or the secure e-mail. */
      email: string;
      code: string;
      password: string;
      mfaCode?: string | undefined;
    };
    answers: Record<never, never>;
  };
  /** Mails six digits for one purpose; says the same whether the address is known or not. `POST /v1/mailCode` */
  mailCode: {
    asks: {
      scene: "forgot" | "secureMail" | "cancel" | "unbindMfa" | "signin";
      /** Where it goes; for `cancel` and `unbindMfa` one of the account's own, its e-mail if absent. */
      email?: string | undefined;
      /** For `cancel` and `unbindMfa`: to the secure e-mail, which is only shown masked. */
      secure?: boolean | 0 | 1 | undefined;
    };
    answers: {
      retryAfterSeconds: number;
    };
  };
  /** Ends this session. `POST /v1/signout` */
  signout: {
    asks: Record<never, never>;
    answers: Record<never, never>;
  };
  /** Allows several devices at once, or one: then the other sessions end. `POST /v1/moreLogin` */
  moreLogin: {
    asks: {
      enabled: boolean | 0 | 1;
    };
    answers: {
      multiDevice: boolean;
    };
  };
  /** Binds or unbinds a login with a third party. `POST /v1/gBind` */
  gBind: {
    asks: {
      provider: "google" | "github" | "linkedin";
      credential?: string | undefined;
      code?: string | undefined;
      redirectUri?: string | undefined;
      state?: string | undefined;
      unbind?: boolean | 0 | 1 | undefined;
      mfaCode?: string | undefined;
    };
    answers: {
      bindings: Bindings;
    };
  };
  /** How to sign in by (or, with a session, bind) a third party; null where not set up. `POST /v1/loginOptions` */
  loginOptions: {
    asks: {
      /** The dashboard's own /index/loading as this browser names it; PUBLIC_URL's if absent. */
      redirectUri?: string | undefined;
    };
    answers: {
      google: {
        clientId: string;
        state: string;
        nonce: string;
        /** Where the browser goes: the provider's page, which sends it back to /index/loading. */
        url: string;
      } | null;
      github: {
        clientId: string;
        state: string;
        nonce: string;
        /** Where the browser goes: the provider's page, which sends it back to /index/loading. */
        url: string;
      } | null;
      linkedin: {
        clientId: string;
        state: string;
        nonce: string;
        /** Where the browser goes: the provider's page, which sends it back to /index/loading. */
        url: string;
      } | null;
    };
  };
  /** With a session: a ticket for another window. With a ticket: a session of its own. `POST /v1/webauto` */
  webauto: {
    asks: {
      ticket?: string | undefined;
    };
    answers: {
      ticket?: string;
      url?: string;
      expiresAt?: string;
      session?: string;
      user?: User;
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
      email: string;
      walletCents: number;
      mfaBound: boolean;
      /** News, and alerts that hold now: `to` is the screen where something can be done. */
      notices: ({
        id: string;
        kind: "news" | "alert";
        title: string;
        at: string;
        to: string | null;
      })[];
      /** How payments from outside can be made here. */
      paymentMethods: ("card" | "crypto")[];
      /** Where the local proxy manager is looked for on the customer's machine. */
      managerPort: number;
    };
  };
  /** What the home page shows. `POST /v2/indexInit` */
  indexInit: {
    asks: Record<never, never>;
    answers: {
      walletCents: number;
      /** Owed from earlier refunds; the next money that comes in pays it first. */
      walletDebtCents: number;
      ipBalance: number;
      trafficBytes: number;
      staticCredits: {
        "7": number;
        "30": number;
        "90": number;
      };
      shortCredits: {
        "1": number;
        "3": number;
        "7": number;
      };
      promotions: {
        id: string;
        title: string;
        fromCents: number;
        percent: number;
        endsAt: string;
      }[];
      bonusTiers: {
        fromCents: number;
        percent: number;
      }[];
      news: {
        id: string;
        title: string;
        body: string;
        at: string;
      }[];
      couponCount: number;
      /** `qr` is an image as a data URL, or empty; `hours` is the promised time to an answer. */
      support: {
        email: string;
        qr: string;
        hours: number;
      };
      antiFraud: string;
    };
  };
  /** Changes the password and ends the other sessions. `POST /v1/upPwd` */
  upPwd: {
    asks: {
      oldPassword: string;
      newPassword: string;
      mfaCode?: string | undefined;
    };
    answers: {
      ended: number;
    };
  };
  /** Sets or replaces the secure e-mail by a code that was sent to it. `POST /v1/secureMail` */
  secureMail: {
    asks: {
      email: string;
      code: string;
      mfaCode?: string | undefined;
    };
    answers: {
      /** The address, masked. */
      secureEmail: string;
    };
  };
  /** What closing the account would destroy. `POST /v1/cancelInfo` */
  cancelInfo: {
    asks: Record<never, never>;
    answers: {
      walletCents: number;
      ipBalance: number;
      trafficBytes: number;
      staticCredits: {
        "7": number;
        "30": number;
        "90": number;
      };
      shortCredits: {
        "1": number;
        "3": number;
        "7": number;
      };
      /** Profit of the affiliate programme that was not withdrawn, frozen or not. */
      profitCents: number;
      subAccounts: number;
      whitelistEntries: number;
      /** Long and short term, those that still have an address. */
      staticIps: number;
      /** By port and by bandwidth, whose ports are not closed yet. */
      unlimitedPlans: number;
      coupons: number;
      sessions: number;
      linkedLogins: number;
      /** Payments that were begun and not finished: they end unpaid. */
      pendingPayments: number;
      /** Withdrawals that are not decided: they are rejected, and what they held is lost with the rest. */
      pendingWithdrawals: number;
    };
  };
  /** Closes the account for ever. `POST /v1/cancel` */
  cancel: {
    asks: {
      password: string;
      code: string;
      mfaCode?: string | undefined;
      confirm: boolean | 0 | 1;
    };
    answers: Record<never, never>;
  };
  /** Sets how long a session lives without a call; 0 is always online. `POST /v1/upTokenCache` */
  upTokenCache: {
    asks: {
      minutes: number;
    };
    answers: {
      loginMinutes: number;
    };
  };
  /** Where the account is signed in now, this session first. `POST /v1/sessions` */
  sessions: {
    asks: Record<never, never>;
    answers: {
      items: ({
        id: string;
        current: boolean;
        createdAt: string;
        lastSeenAt: string;
        /** When it ends unless it is used; null where it is always online. */
        expiresAt: string | null;
        ip: string;
        country: string | null;
        countryName: string | null;
        agent: string;
      })[];
    };
  };
  /** Ends one session, or all but this one. `POST /v1/endSessions` */
  endSessions: {
    asks: {
      id?: string | undefined;
    };
    answers: {
      ended: number;
    };
  };
  /** Sign-ins and changes of what guards the account, newest first. `POST /v1/loginLog` */
  loginLog: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: ({
        at: string;
        ip: string;
        country: string | null;
        countryName: string | null;
        agent: string;
        /** Whether it was this session. */
        current: boolean;
        event: "signup" | "signin" | "google" | "github" | "linkedin" | "auto" | "signout" | "ended" | "passwordChanged" | "passwordRecovered" | "mfaBound" | "mfaUnbound" | "secureMailChanged" | "loginBound" | "loginUnbound" | "accessKeyChanged" | "webhookAdded" | "webhookMoved" | "webhookSecretRenewed";
      })[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Makes a new access key; the old one is dead at once. `POST /v1/upAccessKey` */
  upAccessKey: {
    asks: {
      mfaCode?: string | undefined;
    };
    answers: {
      accessKey: string;
    };
  };
  /** Sets who pays, as invoices name them. `POST /v1/upInvoiceTitle` */
  upInvoiceTitle: {
    asks: {
      title: string;
      taxId?: string | undefined;
      address?: string | undefined;
      country?: string | undefined;
    };
    answers: {
      invoiceTitle: InvoiceTitle;
    };
  };
  /** Sets the language in which the account is written to. `POST /v1/upLang` */
  upLang: {
    asks: {
      language: "en" | "zh" | "fr" | "ru" | "vi" | "de";
    };
    answers: {
      lang: string;
    };
  };
  /** Apps that show the codes. `POST /v1/mfaApp` */
  mfaApp: {
    asks: Record<never, never>;
    answers: {
      apps: {
        name: string;
        ios: string;
        android: string;
      }[];
    };
  };
  /** A fresh secret to bind; while MFA is bound there is none. `POST /v1/mfaSecret` */
  mfaSecret: {
    asks: Record<never, never>;
    answers: {
      /** 16 base32 characters. */
      secret: string;
      otpauth: string;
      /** An SVG as data URL. */
      qr: string;
    };
  };
  /** Binds MFA by the secret's first code and ends the other sessions. `POST /v1/bindMFa` */
  bindMFa: {
    asks: {
      code: string;
    };
    answers: {
      recoveryCodes: string[];
      ended: number;
    };
  };
  /** Unbinds MFA by a code, a recovery code or a mailed code; ends the other sessions. `POST /v1/unbindMFa` */
  unbindMFa: {
    asks: {
      code?: string | undefined;
      mailCode?: string | undefined;
    };
    answers: {
      ended: number;
    };
  };
  /** Every line of the account's own ledger, newest first, with its running balance. `POST /v1/ledger` */
  ledger: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      asset?: string | undefined;
    };
    answers: {
      items: {
        id: string;
        at: string;
        asset: string;
        amount: number;
        balance: number;
        kind: string;
        ref: string;
      }[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Starts a payment into the wallet. `POST /v1/recharge` */
  recharge: {
    asks: {
      amountCents: number;
      method: "card" | "crypto";
      requestId?: string | undefined;
    };
    answers: {
      paymentId: string;
      payUrl: string;
    };
  };
  /** Where a payment stands. `POST /v1/payment` */
  payment: {
    asks: {
      paymentId?: string | undefined;
    };
    answers: {
      status: "pending" | "paid" | "failed" | "expired" | "refunded";
      amountCents: number;
      bonusCents: number;
      /** What has arrived in all; below the amount while a part is missing, above it where more came. */
      receivedCents: number;
      refundedCents: number;
      method: "card" | "crypto";
      /** The page where it is paid. */
      payUrl: string;
      /** What went into the wallet beyond what was to be paid. */
      surplusCents: number;
      /** The order that it pays; null for a recharge. */
      orderNo: string | null;
      /** What that order buys. */
      order: {
        name: string;
        sku: string;
        quantity: number;
        status: "pending" | "paid" | "failed" | "refunded";
        /** It prolonged what was bought before. */
        renewal?: boolean;
      } | null;
    };
  };
  /** The wallet's recharges, newest first, and the bonus tiers. `POST /v1/rechargeList` */
  rechargeList: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      bonusTiers: {
        fromCents: number;
        percent: number;
      }[];
      items: ({
        id: string;
        amountCents: number;
        bonusCents: number;
        method: "card" | "crypto";
        status: "pending" | "paid" | "failed" | "expired" | "refunded";
        receivedCents: number;
        refundedCents: number;
        createdAt: string;
      })[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Everything that is sold, with its price tiers. `POST /v2/priceList` */
  priceList: {
    asks: Record<never, never>;
    answers: {
      products: Product[];
    };
  };
  /** What an order would cost. `POST /v1/quote` */
  quote: {
    asks: {
      sku: string;
      quantity: number;
      couponId?: string | undefined;
      days?: 1 | 3 | 7 | 30 | 90 | undefined;
      /** Of port and bandwidth, whose `sku` may be the kind alone. */
      region?: string | undefined;
    };
    answers: {
      listCents: number;
      discountCents: number;
      totalCents: number;
      bonus?: string;
    };
  };
  /** Buys a product; the wallet pays at once, card and crypto by the page at payUrl. `POST /v1/order` */
  placeOrder: {
    asks: {
      sku?: string | undefined;
      quantity?: number | undefined;
      method: "wallet" | "card" | "crypto" | "coupon";
      couponId?: string | undefined;
      requestId?: string | undefined;
    };
    answers: {
      order: Order;
      paymentId?: string;
      payUrl?: string;
    };
  };
  /** The account's orders, newest first unless `sort` says otherwise. `POST /v1/orderList` */
  orderList: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      kind?: "traffic" | "ip" | "static" | "short" | "port" | "bandwidth" | undefined;
      status?: "pending" | "paid" | "failed" | "refunded" | undefined;
      from?: string | Date | undefined;
      to?: string | Date | undefined;
      /** Part of an order's number. */
      search?: string | undefined;
      sort?: "amountCents" | "createdAt" | "-amountCents" | "-createdAt" | undefined;
    };
    answers: {
      items: Order[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** The account's coupons. `POST /v1/coupons` */
  coupons: {
    asks: {
      status?: "usable" | "used" | "expired" | undefined;
    };
    answers: {
      items: ({
        id: string;
        kind: "gift" | "discount";
        title: string;
        percent: number | null;
        giftSku: string | null;
        giftAmount: number | null;
        minCents: number | null;
        expiresAt: string;
        usedAt: string | null;
      })[];
    };
  };
  /** A ticket for one download, good for a minute: GET /v1/invoice, /v1/statement, /v1/static/export. `POST /v1/ticket` */
  ticket: {
    asks: {
      what: "invoice" | "export" | "statement";
      /** Of an invoice. */
      orderNo?: string | undefined;
      /** Of a statement: YYYY-MM. */
      month?: string | undefined;
    };
    answers: {
      ticket: string;
      expiresAt: string;
    };
  };
  /** When to be told; without fields it is only read. What is not named stays as it is. `POST /v1/alerts` */
  alerts: {
    asks: {
      thresholds?: {
        trafficGb?: number | null | undefined;
        walletCents?: number | null | undefined;
        expiryDays?: number | null | undefined;
      } | undefined;
      email?: boolean | 0 | 1 | undefined;
    };
    answers: {
      email: boolean;
      /** Null: never. */
      thresholds: {
        trafficGb: number | null;
        walletCents: number | null;
        expiryDays: number | null;
      };
    };
  };
  /** The invitation link, what it brought, and the rules of the programme. `POST /v1/shareInfo` */
  shareInfo: {
    asks: Record<never, never>;
    answers: {
      inviteCode: string;
      shareUrl: string;
      invitations: number;
      /** Paid orders of those who were invited, without what was refunded. */
      transactionCents: number;
      /** Below 0 where a profit was deducted after it had been paid out. */
      withdrawableCents: number;
      /** Paid out, fees included. */
      cashedOutCents: number;
      frozenCents: number;
      /** Held by withdrawals that are not decided yet. */
      pendingCents: number;
      orderPercent: number;
      renewalPercent: number;
      freezeDays: number;
      cryptoMinCents: number;
      feePercent: number;
      feeMinCents: number;
    };
  };
  /** Withdraws profit: to the wallet at once, or in crypto once the operator has paid it. `POST /v1/getProfit` */
  getProfit: {
    asks: {
      amountCents: number;
      target: "balance" | "crypto";
      /** How the operator reaches you; needed for crypto, as is `walletAddress`. */
      contact?: string | undefined;
      walletAddress?: string | undefined;
      mfaCode?: string | undefined;
      requestId?: string | undefined;
    };
    answers: {
      withdrawal: Withdrawal;
    };
  };
  /** Withdrawals of profit, newest first. `POST /v1/profitRecord` */
  profitRecord: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      status?: "pending" | "paid" | "rejected" | undefined;
    };
    answers: {
      items: Withdrawal[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Profits, order by order, newest first. `POST /v1/profitList` */
  profitList: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      status?: "frozen" | "available" | "deducted" | undefined;
    };
    answers: {
      items: ({
        id: string;
        paidAt: string;
        /** Masked. */
        registerEmail: string;
        orderAmountCents: number;
        orderNo: string;
        renewal: boolean;
        percent: number;
        freezeEndAt: string | null;
        /** What it is worth now: what it earned less what refunds deducted. */
        profitCents: number;
        deductedCents: number;
        status: "frozen" | "available" | "deducted";
      })[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Who registered with the invitation code, newest first. `POST /v1/invitations` */
  invitations: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: {
        id: string;
        registeredAt: string;
        /** Masked. */
        registerEmail: string;
        orders: number;
        transactionCents: number;
        profitCents: number;
      }[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Invitations and profit day by day (UTC), the oldest day first, without gaps. `POST /v1/shareChart` */
  shareChart: {
    asks: {
      days?: 7 | 30 | 90 | undefined;
    };
    answers: {
      items: {
        day: string;
        invitations: number;
        profitCents: number;
      }[];
    };
  };
  /** Sets a code of one's own: 6-15 letters and digits. `POST /v1/upShareCode` */
  upShareCode: {
    asks: {
      code: string;
    };
    answers: {
      inviteCode: string;
      shareUrl: string;
    };
  };
  /** Makes CDKeys out of the IP or traffic balance. `POST /v1/cdkeyMake` */
  cdkeyMake: {
    asks: {
      kind: "ip" | "traffic";
      /** Of each key: IPs, 100 at least, or whole GB. */
      amount: number;
      count: number;
      mfaCode?: string | undefined;
      requestId?: string | undefined;
    };
    answers: {
      items: Cdkey[];
    };
  };
  /** The CDKeys that the account made, newest first. `POST /v1/cdkeys` */
  cdkeys: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      status?: "unused" | "used" | undefined;
      kind?: "ip" | "traffic" | undefined;
      search?: string | undefined;
    };
    answers: {
      items: Cdkey[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Redeems a CDKey: what it holds is the account's at once. `POST /v1/cdkeyUse` */
  cdkeyUse: {
    asks: {
      code?: string | undefined;
      requestId?: string | undefined;
    };
    answers: {
      kind: "ip" | "traffic";
      amount: number;
    };
  };
  /** The CDKeys that the account redeemed, newest first. `POST /v1/cdkeyRecord` */
  cdkeyRecord: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: ({
        id: string;
        code: string;
        kind: "ip" | "traffic";
        amount: number;
        usedAt: string;
      })[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** How long traffic and wallet last at the present rate, and what ends in the next 30 days. `POST /v1/forecast` */
  forecast: {
    asks: Record<never, never>;
    answers: {
      traffic: {
        leftBytes: number;
        todayBytes: number;
        yesterdayBytes: number;
        perDayBytes: number;
        /** The last 14 days in UTC, the oldest first, today included. */
        days: {
          day: string;
          bytes: number;
        }[];
        /** Full days of use that the rate was taken from; 0 where there is too little to tell. */
        fromDays: number;
        /** Days until nothing is left at that rate; null where nothing is used, or there is too little to tell. */
        daysLeft: number | null;
      };
      wallet: {
        leftCents: number;
        perDayCents: number;
        /** How often static IPs whose auto-renew is on will be renewed within 30 days. */
        renewals: number;
        /** What those renewals will take from it, credits counted first. */
        renewalsCents: number;
        /** What of that it does not hold. */
        missingCents: number;
        /** Full days of use that the rate was taken from; 0 where there is too little to tell. */
        fromDays: number;
        /** Days until nothing is left at that rate; null where nothing is used, or there is too little to tell. */
        daysLeft: number | null;
      };
      /** The soonest first, ten at most; where there are more, those that nothing renews come first. */
      endings: ({
        kind: "whitelist" | "coupon" | "static" | "short" | "port" | "bandwidth";
        id: string;
        name: string;
        endsAt: string;
        /** It will be renewed by itself; null where such a thing is not renewed so. */
        autoRenew: boolean | null;
        /** The screen where something can be done. */
        to: string;
      })[];
      endingsTotal: number;
    };
  };
  /** What the account has whose name, address, remark or number holds the text. `POST /v1/find` */
  find: {
    asks: {
      q: string;
    };
    answers: {
      /** Five of a kind at most; what matches from its beginning first. */
      items: ({
        kind: "subAccount" | "static" | "short" | "openedIp" | "plan" | "port" | "whitePort" | "whitelist" | "link" | "order" | "webhook";
        id: string;
        /** What it is called: an account's name, an address, an order's number. */
        name: string;
        /** What tells it from others, without words of a language: a place's code, an amount, a remark. */
        detail: string;
        /** The screen that shows it, this one thing picked out where the screen can. */
        to: string;
      })[];
    };
  };
  /** The account's webhooks (10 at most), the oldest first. `POST /v1/webhooks` */
  webhooks: {
    asks: Record<never, never>;
    answers: {
      items: Webhook[];
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired")[];
    };
  };
  /** Tells an address of yours of events; answers the secret that signs them. `POST /v1/webhookAdd` */
  webhookAdd: {
    asks: {
      url: string;
      events?: string[] | undefined;
      description?: string | undefined;
      mfaCode?: string | undefined;
    };
    answers: {
      id: string;
      url: string;
      description: string;
      /** Empty: every event. */
      events: ("order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired")[];
      enabled: boolean;
      /** Who switched it off: its owner, or we, since it failed for days or answered 410. */
      disabledBy: "owner" | "failing" | "gone" | null;
      createdAt: string;
      /** The newest try, and whether it arrived. */
      lastAt: string | null;
      lastDelivered: boolean | null;
      /** Since when nothing arrived; null while the last one did. */
      failingSince: string | null;
      waiting: number;
      secret: string;
    };
  };
  /** Changes a webhook; what is not named stays. Another address asks for the MFA code. `POST /v1/webhookUp` */
  webhookUp: {
    asks: {
      id?: string | undefined;
      url?: string | undefined;
      events?: string[] | undefined;
      description?: string | undefined;
      enabled?: boolean | 0 | 1 | undefined;
      mfaCode?: string | undefined;
    };
    answers: Webhook;
  };
  /** Deletes webhooks, and what waits for them. `POST /v1/webhookDel` */
  webhookDel: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** The secret that signs; renew=1 makes another, and for a day both sign. Asks for the MFA code. `POST /v1/webhookSecret` */
  webhookSecret: {
    asks: {
      id?: string | undefined;
      renew?: boolean | 0 | 1 | undefined;
      mfaCode?: string | undefined;
    };
    answers: {
      secret: string;
      previousUntil: string | null;
    };
  };
  /** Sends a `ping` at once and answers how it went. `POST /v1/webhookTest` */
  webhookTest: {
    asks: {
      id?: string | undefined;
    };
    answers: Delivery;
  };
  /** What was sent, or is still to be, the newest first; of 30 days. `POST /v1/webhookDeliveries` */
  webhookDeliveries: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      /** One of them alone. */
      id?: string | undefined;
      webhookId?: string | undefined;
      event?: "order.paid" | "order.refunded" | "recharge.paid" | "recharge.refunded" | "refund.undone" | "traffic.low" | "wallet.low" | "expiry.soon" | "static.renewed" | "static.renewalFailed" | "static.expired" | "plan.expired" | "ping" | undefined;
      status?: "waiting" | "delivered" | "failed" | undefined;
    };
    answers: {
      items: Delivery[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Sends deliveries again: those of `ids`, or all of a webhook that failed since an instant. `POST /v1/webhookReplay` */
  webhookReplay: {
    asks: {
      ids?: string[] | undefined;
      webhookId?: string | undefined;
      since?: string | Date | undefined;
    };
    answers: {
      replayed: number;
    };
  };
  /** Countries with exits of the ISP pool; the name is in `lang`. `POST /v1/countrys` */
  countrys: {
    asks: Record<never, never>;
    answers: {
      items: {
        code: string;
        name: string;
        online: number;
      }[];
    };
  };
  /** States and cities of a country with exits of the ISP pool. `POST /v1/city` */
  city: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
    };
    answers: {
      items: {
        state: string;
        stateName: string;
        city: string;
        cityName: string;
        online: number;
      }[];
    };
  };
  /** Postal codes of a country, state or city with exits of the ISP pool. `POST /v1/postal` */
  postal: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
    };
    answers: {
      items: {
        state: string;
        stateName: string;
        city: string;
        cityName: string;
        online: number;
        postal: string;
      }[];
    };
  };
  /** Providers with exits of the ISP pool: `isp` for filters, `ispName` for people. `POST /v1/isp` */
  isp: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
    };
    answers: {
      items: {
        isp: string;
        ispName: string;
        online: number;
      }[];
    };
  };
  /** Networks with exits of the ISP pool. `POST /v1/asn` */
  asn: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
    };
    answers: {
      items: {
        asn: number;
        isp: string;
        name: string;
        online: number;
      }[];
    };
  };
  /** Countries with exits for the traffic plan; the name is in `lang`. `POST /v2/country` */
  countryV2: {
    asks: Record<never, never>;
    answers: {
      items: {
        code: string;
        name: string;
        online: number;
      }[];
    };
  };
  /** States and cities of a country with exits for the traffic plan. `POST /v2/city` */
  cityV2: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
    };
    answers: {
      items: {
        state: string;
        stateName: string;
        city: string;
        cityName: string;
        online: number;
      }[];
    };
  };
  /** Networks with exits for the traffic plan. `POST /v2/asn` */
  asnV2: {
    asks: {
      country?: string | undefined;
      isp?: string | undefined;
    };
    answers: {
      items: {
        asn: number;
        isp: string;
        name: string;
        online: number;
      }[];
    };
  };
  /** Exits of the pool that are online, the quickest first. `POST /v1/ip/list` */
  ipList: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: PoolIp[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Opens exits by id, or as many as are wanted of a place; each costs one IP of balance. `POST /v1/ip/open` */
  ipOpen: {
    asks: {
      ids?: string[] | undefined;
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      postal?: string | undefined;
      num?: number | undefined;
      hours: number;
      auth: "user" | "nouser";
      /** The first one; consecutive for several. */
      port?: number | undefined;
      requestId?: string | undefined;
    };
    answers: {
      items: OpenedIp[];
    };
  };
  /** Ends opened IPs at once, or takes ended ones off the list; nothing is paid back. `POST /v1/ip/del` */
  ipDel: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** IPs that were opened with a secret in the last five hours, the newest first. `POST /v1/ipHistory` */
  ipHistory: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      country?: string | undefined;
      /** Part of an address, host:port or a city's name. */
      search?: string | undefined;
      status?: "active" | "ended" | undefined;
    };
    answers: {
      items: OpenedIp[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** IPs that were opened for whitelisted addresses in the last five hours. `POST /v2/ipHistory` */
  ipHistoryNoUser: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      country?: string | undefined;
      /** Part of an address, host:port or a city's name. */
      search?: string | undefined;
      status?: "active" | "ended" | undefined;
    };
    answers: {
      items: OpenedIp[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** The one pair of name and password of all opened IPs; `password` sets another, by a session. `POST /v1/ipPassInfo` */
  ipPassInfo: {
    asks: {
      password?: string | undefined;
    };
    answers: {
      username: string;
      password: string;
      /** Where it counts now. */
      endpoints: {
        id: string;
        host: string;
        port: number;
        ip: string;
        country: string;
        expiresAt: string;
      }[];
    };
  };
  /** How many IPs were opened on each of the last days (UTC), today included. `POST /v1/ipLineChart` */
  ipLineChart: {
    asks: {
      days?: 7 | 30 | undefined;
    };
    answers: {
      items: {
        day: string;
        opened: number;
      }[];
    };
  };
  /** The account's extraction links, the newest first. `POST /v1/apiLinks` */
  apiLinks: {
    asks: Record<never, never>;
    answers: {
      items: ApiLink[];
    };
  };
  /** Makes an extraction link: an address that answers proxies to whitelisted callers. `POST /v1/apiLinkAdd` */
  apiLinkAdd: {
    asks: {
      plan: "ip" | "traffic";
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      num?: number | undefined;
      /** Of plan ip. */
      hours?: number | undefined;
      /** Of plan traffic. */
      minutes?: number | undefined;
      format?: "txt" | "json" | "csv" | undefined;
      separator?: string | undefined;
      /** The first port, consecutive for several; absent: any of the gateway's. */
      port?: number | undefined;
      protocol?: "http" | "socks5" | undefined;
      remark?: string | undefined;
    };
    answers: {
      id: string;
      /** Whole, with the token: whoever has it and a whitelisted address extracts. */
      url: string;
      plan: "ip" | "traffic";
      /** ISO 3166-1 alpha-2; empty for any. */
      country: string;
      countryName: string;
      state: string;
      stateName: string;
      city: string;
      cityName: string;
      num: number;
      /** Null of plan traffic. */
      hours: number | null;
      /** Null of plan ip. */
      minutes: number | null;
      format: "txt" | "json" | "csv";
      separator: string;
      port: number | null;
      protocol: "http" | "socks5";
      remark: string;
      createdAt: string;
      lastUsedAt: string | null;
      /** How often it was answered with proxies. */
      uses: number;
      item: ApiLink;
      items: ApiLink[];
    };
  };
  /** Removes extraction links; what they answered stays until its end. `POST /v1/apiLinkDel` */
  apiLinkDel: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** The whitelisted ports that stand, the newest first. `POST /v1/whitePorts` */
  whitePorts: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      search?: string | undefined;
    };
    answers: {
      items: WhitePort[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Makes ports that whitelisted addresses use without a password. `POST /v1/whitePortAdd` */
  whitePortAdd: {
    asks: {
      country?: string | undefined;
      state?: string | undefined;
      city?: string | undefined;
      isp?: string | undefined;
      asn?: number | undefined;
      num: number;
      minutes: number;
      remark?: string | undefined;
    };
    answers: {
      items: WhitePort[];
    };
  };
  /** Closes whitelisted ports at once. `POST /v1/whitePortDel` */
  whitePortDel: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** States and cities for the endpoint generator; all countries without `country`. `POST /v1/traffic/city` */
  trafficCity: {
    asks: {
      country?: string | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: {
        state: string;
        stateName: string;
        city: string;
        cityName: string;
        online: number;
        country: string;
      }[];
    };
  };
  /** The gateways a customer may connect to. `POST /v1/traffic/server` */
  trafficServer: {
    asks: Record<never, never>;
    answers: {
      items: {
        region: string;
        host: string;
        port: number;
        protocols: string[];
      }[];
    };
  };
  /** What is left, used and allotted, and how to connect. `POST /v1/trafficInfo` */
  trafficInfo: {
    asks: Record<never, never>;
    answers: {
      balanceBytes: number;
      usedBytes: number;
      allocatedBytes: number;
      enterprise: boolean;
      grammar: {
        pattern: string;
        parameters: {
          name: string;
          aliases: string[];
          example: string;
          help: string;
        }[];
      };
      endpoints: {
        region: string;
        host: string;
        port: number;
        protocols: string[];
      }[];
      /** What the examples fetch: the lab target's `/ip` in the lab, else `https://example.com/`. */
      exampleTarget: string;
    };
  };
  /** Traffic by day, every day of the span, oldest first. `POST /v2/statis` */
  statis: {
    asks: {
      days?: 7 | 30 | undefined;
    };
    answers: {
      todayBytes: number;
      totalBytes: number;
      requests: number;
      items: {
        day: string;
        bytes: number;
        requests: number;
      }[];
    };
  };
  /** Traffic by day or hour, of one sub-account or of all; every step of the span. `POST /v1/traffic/statis` */
  trafficStatis: {
    asks: {
      days?: 7 | 30 | undefined;
      account?: string | undefined;
      from?: string | Date | undefined;
      to?: string | Date | undefined;
      by?: "day" | "hour" | undefined;
    };
    answers: {
      items: {
        at: string;
        bytes: number;
        upBytes: number;
        downBytes: number;
        requests: number;
      }[];
    };
  };
  /** Traffic by month, oldest first. `POST /v1/traffic/statisMonth` */
  trafficStatisMonth: {
    asks: {
      months?: number | undefined;
    };
    answers: {
      items: {
        month: string;
        bytes: number;
      }[];
    };
  };
  /** The target hosts that took most traffic. `POST /v1/traffic/statisDomain` */
  trafficStatisDomain: {
    asks: {
      days?: 7 | 30 | undefined;
      account?: string | undefined;
      top?: number | undefined;
    };
    answers: {
      items: {
        domain: string;
        bytes: number;
        requests: number;
      }[];
    };
  };
  /** The tunnels and requests of the last 24 hours that ended or were refused, newest first. `POST /v1/requestLog` */
  requestLog: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      /** A sub-account's name, or that of static IPs; deleted ones too. */
      account?: string | undefined;
      outcome?: "ok" | "refused" | "cut" | "failed" | undefined;
      from?: string | Date | undefined;
      /** The first instant that does not count. */
      to?: string | string | Date | undefined;
      /** Part of an id, a target, a client's address or an exit's. */
      search?: string | undefined;
    };
    answers: {
      items: LoggedRequest[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Every second the bytes and open connections of the account, until its session ends. `POST /v1/live` */
  live: {
    asks: Record<never, never>;
    answers: {
      at: string;
      bytesPerSecond: number;
      connections: number;
      /** By sub-account's name; those where nothing moves and nothing is open are left out. */
      byAccount: {
        account: string;
        bytesPerSecond: number;
        connections: number;
      }[];
    };
  };
  /** Fetches a page through one of the account's own proxies; its bytes count like any other. `POST /v1/proxyTest` */
  proxyTest: {
    asks: {
      /** `host:port:user:password`, `user:password@host:port`, or a URL (http:// or socks5://): a sub-account at the gateway, or a static IP at one of its open ports. */
      proxy: string;
      /** Absent: the URL's scheme, else http. */
      protocol?: "http" | "socks5" | undefined;
    };
    answers: {
      ok: boolean;
      /** The address that the target saw; null where it was not reached. */
      exitIp: string | null;
      /** The exit's, as the inventory knows it by that address (ISO 3166-1 alpha-2). */
      country: string | null;
      asn: number | null;
      /** Until the proxy had opened the way to the target; null where it did not. */
      connectMs: number | null;
      totalMs: number;
      /** Why it failed, as `X-Turnpike-Reason` names it; empty where it did not. */
      reason: string;
      /** The gateway's own words on it, in English; often empty. */
      detail: string;
      /** What the reason means and what to do, in the question's language; empty where ok. */
      text: string;
      fix: string;
      /** The gateway's `X-Request-Id`, which /v1/requestLog finds; null where it gave none. */
      requestId: string | null;
      /** The gateway's HTTP status or SOCKS5 reply; null where it answered nothing. */
      status: number | null;
    };
  };
  /** Makes a sub-account. `POST /v1/addSubUser` */
  addSubUser: {
    asks: {
      account: string;
      password: string;
      trafficGb?: number | undefined;
      remark?: string | undefined;
      main?: boolean | 0 | 1 | undefined;
      maxConnections?: number | null | undefined;
      dayGb?: number | null | undefined;
      monthGb?: number | null | undefined;
      allowDomains?: string[] | undefined;
      denyDomains?: string[] | undefined;
      requestId?: string | undefined;
    };
    answers: SubAccount;
  };
  /** The account's sub-accounts, newest first unless `sort` says otherwise. `POST /v1/subUsers` */
  subUsers: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      search?: string | undefined;
      status?: "enabled" | "disabled" | undefined;
      sort?: "account" | "allocatedBytes" | "usedBytes" | "createdAt" | "-account" | "-allocatedBytes" | "-usedBytes" | "-createdAt" | undefined;
    };
    answers: {
      items: SubAccount[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Changes a sub-account's allotment, limits, remark or state. `POST /v1/upSubUser` */
  upSubUser: {
    asks: {
      id?: string | undefined;
      trafficGb?: number | undefined;
      remark?: string | undefined;
      enabled?: boolean | 0 | 1 | undefined;
      maxConnections?: number | null | undefined;
      dayGb?: number | null | undefined;
      monthGb?: number | null | undefined;
      allowDomains?: string[] | undefined;
      denyDomains?: string[] | undefined;
    };
    answers: SubAccount;
  };
  /** Deletes sub-accounts for ever; what they did not use returns. `POST /v1/delSubUser` */
  delSubUser: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** Makes a sub-account the main one, which uses all traffic that is not allotted. `POST /v1/upSubUserLevel` */
  upSubUserLevel: {
    asks: {
      id?: string | undefined;
    };
    answers: SubAccount;
  };
  /** Sets a sub-account's password. `POST /v1/upSubUserPasswd` */
  upSubUserPasswd: {
    asks: {
      id?: string | undefined;
      password: string;
    };
    answers: Record<never, never>;
  };
  /** The enabled sub-accounts with their passwords, for endpoint strings. `POST /v1/availableSubUsers` */
  availableSubUsers: {
    asks: Record<never, never>;
    answers: {
      items: {
        id: string;
        account: string;
        password: string;
        availableBytes: number;
      }[];
    };
  };
  /** The names of all sub-accounts, deleted ones too, for filters. `POST /v1/subAccounts` */
  subAccounts: {
    asks: Record<never, never>;
    answers: {
      items: {
        id: string;
        account: string;
        deleted: boolean;
      }[];
    };
  };
  /** The whitelisted addresses, newest first unless `sort` says otherwise. `POST /v1/trafficWhiteList` */
  trafficWhiteList: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      search?: string | undefined;
      sort?: "ip" | "description" | "expiresAt" | "-ip" | "-description" | "-expiresAt" | undefined;
    };
    answers: {
      items: WhitelistEntry[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Adds addresses, several separated by commas; bad ones are named and the others kept. `POST /v1/addTrafficWhite` */
  addTrafficWhite: {
    asks: {
      ips: string[];
      description?: string | undefined;
      days?: number | undefined;
      expiresAt?: string | Date | undefined;
      account?: string | undefined;
    };
    answers: {
      added: WhitelistEntry[];
      refused: {
        ip: string;
        msg: string;
        reason: string;
      }[];
    };
  };
  /** Removes whitelist entries. `POST /v1/delTrafficWhite` */
  delTrafficWhite: {
    asks: {
      ids: string[];
    };
    answers: {
      deleted: number;
    };
  };
  /** Whether an address is whitelisted for this account; the caller's own without `ip`. With `claim` the caller's own is taken over from another account. `POST /v1/checkTrafficWhite` */
  checkTrafficWhite: {
    asks: {
      /** The address; passed over with `claim`. */
      ip?: string | undefined;
      /** Moves the entry of the address that the call comes from to this account, if another has it. */
      claim?: boolean | 0 | 1 | undefined;
    };
    answers: {
      ip: string;
      whitelisted: boolean;
      /** With `claim`: whether the entry was another account's until now. */
      claimed?: boolean;
    };
  };
  /** What a static IP costs by period. `POST /v1/static/prices` */
  staticPrices: {
    asks: Record<never, never>;
    answers: {
      items: {
        sku: string;
        days: number;
        tiers: {
          fromQty: number;
          unitMicros: number;
        }[];
      }[];
    };
  };
  /** Credits and static IPs at a glance. `POST /v2/static/index` */
  staticIndex: {
    asks: Record<never, never>;
    answers: {
      credits: {
        "7": number;
        "30": number;
        "90": number;
      };
      active: number;
      /** Active ones that end within three days. */
      expiringSoon: number;
      expired: number;
      autoRenew: number;
      unreachable: number;
    };
  };
  /** Static IPs that are free now, by country and city. `POST /v1/static/list` */
  staticList: {
    asks: {
      country?: string | undefined;
      city?: string | undefined;
    };
    answers: {
      items: Stock[];
    };
  };
  /** Takes static IPs at a place: credits pay first, the wallet what is missing. `POST /v3/static/use` */
  staticUse: {
    asks: {
      country?: string | undefined;
      city?: string | undefined;
      num: number;
      account?: string | undefined;
      password?: string | undefined;
      /** `wallet` buys the credits that are missing. */
      pay?: "wallet" | undefined;
      requestId?: string | undefined;
      days: 7 | 30 | 90;
    };
    answers: {
      items: StaticIp[];
      creditsUsed: number;
      walletCents: number;
      order?: Order;
    };
  };
  /** The account's static IPs. `POST /v2/static/useList` */
  staticUseList: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      /** This one alone. */
      id?: string | undefined;
      country?: string | undefined;
      city?: string | undefined;
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, an account, a remark. */
      search?: string | undefined;
      sort?: string | undefined;
    };
    answers: {
      items: StaticIp[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** One static IP, what renewing it costs, its use by day and what happened to it. `POST /v2/static/info` */
  staticInfo: {
    asks: {
      id?: string | undefined;
    };
    answers: {
      id: string;
      /** The address that clients connect to and that targets see. */
      host: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port: number;
      /** Those that a gateway has really open. */
      ports: number[];
      country: string;
      countryName: string;
      city: string;
      cityName: string;
      isp: string;
      asn: number;
      /** The period that was bought or renewed last. */
      validDays: number;
      startedAt: string;
      expiresAt: string;
      /** Whole hours, rounded up; 0 once it has expired. */
      remainingHours: number;
      expired: boolean;
      /** Until then it may be renewed: 24 h after its end. */
      renewableUntil: string;
      autoRenew: boolean;
      /** Auto-renew was tried for the end ahead and could not pay. */
      autoRenewFailed: boolean;
      account: string;
      password: string;
      whitelist: string[];
      remark: string;
      reachable: boolean;
      /** How often it was replaced by another address. */
      replacements: number;
      /** Carried in the last 30 days, both ways; not billed. */
      usedBytes: number;
      renewalPrices: {
        days: number;
        credits: number;
        walletCents: number;
      }[];
      usage: {
        day: string;
        upBytes: number;
        downBytes: number;
        requests: number;
      }[];
      history: StaticEvent[];
    };
  };
  /** Changes one static IP, or many by `ids`. `POST /v1/static/update` */
  staticUpdate: {
    asks: {
      id?: string | undefined;
      ids?: string[] | undefined;
      account?: string | undefined;
      password?: string | undefined;
      whitelist?: string[] | undefined;
      remark?: string | undefined;
    };
    answers: {
      id?: string;
      /** The address that clients connect to and that targets see. */
      host?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** Those that a gateway has really open. */
      ports?: number[];
      country?: string;
      countryName?: string;
      city?: string;
      cityName?: string;
      isp?: string;
      asn?: number;
      /** The period that was bought or renewed last. */
      validDays?: number;
      startedAt?: string;
      expiresAt?: string;
      /** Whole hours, rounded up; 0 once it has expired. */
      remainingHours?: number;
      expired?: boolean;
      /** Until then it may be renewed: 24 h after its end. */
      renewableUntil?: string;
      autoRenew?: boolean;
      /** Auto-renew was tried for the end ahead and could not pay. */
      autoRenewFailed?: boolean;
      account?: string;
      password?: string;
      whitelist?: string[];
      remark?: string;
      reachable?: boolean;
      /** How often it was replaced by another address. */
      replacements?: number;
      /** Carried in the last 30 days, both ways; not billed. */
      usedBytes?: number;
      updated: number;
    };
  };
  /** Gives all static IPs one account and password; the old ones die within two seconds. `POST /v1/static/updateAll` */
  staticUpdateAll: {
    asks: {
      account?: string | undefined;
      password?: string | undefined;
    };
    answers: {
      updated: number;
    };
  };
  /** What renewing static IPs would cost. `POST /v2/static/renewal` */
  staticRenewal: {
    asks: {
      ids: string[];
      days: 7 | 30 | 90;
    };
    answers: {
      days: number;
      creditsUsed: number;
      /** What the wallet pays for those that credits do not cover. */
      walletCents: number;
      /** Whether the wallet holds that now. */
      affordable: boolean;
      /** What card or crypto would pay: all of them. */
      outsideCents: number;
      items: ({
        id: string;
        host: string;
        by: "credit" | "wallet";
        expiresAt: string;
        renewedUntil: string;
      })[];
    };
  };
  /** What renewing many static IPs would cost. `POST /v1/static/moreInfo` */
  staticMoreInfo: {
    asks: {
      ids: string[];
      days: 7 | 30 | 90;
    };
    answers: {
      days: number;
      creditsUsed: number;
      /** What the wallet pays for those that credits do not cover. */
      walletCents: number;
      /** Whether the wallet holds that now. */
      affordable: boolean;
      /** What card or crypto would pay: all of them. */
      outsideCents: number;
      items: ({
        id: string;
        host: string;
        by: "credit" | "wallet";
        expiresAt: string;
        renewedUntil: string;
      })[];
    };
  };
  /** Renews one static IP from its end on. `POST /v1/renewalStatic` */
  renewalStatic: {
    asks: {
      id?: string | undefined;
      days: 7 | 30 | 90;
      method: "wallet" | "card" | "crypto";
      requestId?: string | undefined;
    };
    answers: {
      id?: string;
      /** The address that clients connect to and that targets see. */
      host?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** Those that a gateway has really open. */
      ports?: number[];
      country?: string;
      countryName?: string;
      city?: string;
      cityName?: string;
      isp?: string;
      asn?: number;
      /** The period that was bought or renewed last. */
      validDays?: number;
      startedAt?: string;
      expiresAt?: string;
      /** Whole hours, rounded up; 0 once it has expired. */
      remainingHours?: number;
      expired?: boolean;
      /** Until then it may be renewed: 24 h after its end. */
      renewableUntil?: string;
      autoRenew?: boolean;
      /** Auto-renew was tried for the end ahead and could not pay. */
      autoRenewFailed?: boolean;
      account?: string;
      password?: string;
      whitelist?: string[];
      remark?: string;
      reachable?: boolean;
      /** How often it was replaced by another address. */
      replacements?: number;
      /** Carried in the last 30 days, both ways; not billed. */
      usedBytes?: number;
      /** Those that are renewed now. */
      renewed: number;
      items: StaticIp[];
      creditsUsed: number;
      walletCents: number;
      /** Where something was bought. */
      order?: Order;
      paymentId?: string;
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v2/renewalStatic` */
  renewalStaticMany: {
    asks: {
      ids: string[];
      days: 7 | 30 | 90;
      method: "wallet" | "card" | "crypto";
      requestId?: string | undefined;
    };
    answers: {
      /** Those that are renewed now. */
      renewed: number;
      items: StaticIp[];
      creditsUsed: number;
      walletCents: number;
      /** Where something was bought. */
      order?: Order;
      paymentId?: string;
      payUrl?: string;
    };
  };
  /** Renews many static IPs, all or none. `POST /v1/static/moreRenewal` */
  staticMoreRenewal: {
    asks: {
      ids: string[];
      days: 7 | 30 | 90;
      method?: "wallet" | "card" | "crypto" | undefined;
      requestId?: string | undefined;
    };
    answers: {
      /** Those that are renewed now. */
      renewed: number;
      items: StaticIp[];
      creditsUsed: number;
      walletCents: number;
      /** Where something was bought. */
      order?: Order;
      paymentId?: string;
      payUrl?: string;
    };
  };
  /** Turns auto-renew of one static IP on or off. `POST /v1/static/renewalAuto` */
  staticRenewalAuto: {
    asks: {
      id?: string | undefined;
      enabled: boolean | 0 | 1;
    };
    answers: {
      autoRenew: boolean;
    };
  };
  /** Turns auto-renew of many static IPs on or off. `POST /v1/static/moreAuto` */
  staticMoreAuto: {
    asks: {
      ids: string[];
      enabled: boolean | 0 | 1;
    };
    answers: {
      updated: number;
    };
  };
  /** Deletes static IPs: expired ones, others with confirm=1. `POST /v1/static/del` */
  staticDel: {
    asks: {
      ids: string[];
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      deleted: number;
    };
  };
  /** Replaces a static IP that cannot be reached; the remaining time is kept. `POST /v1/static/change` */
  staticChange: {
    asks: {
      id?: string | undefined;
    };
    answers: StaticIp;
  };
  /** What happened to the account's static IPs, newest first. `POST /v1/static/history` */
  staticHistory: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: StaticEvent[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Short-term credits, IPs and prices at a glance. `POST /v1/staticShort/index` */
  shortIndex: {
    asks: Record<never, never>;
    answers: {
      credits: {
        "1": number;
        "3": number;
        "7": number;
      };
      active: number;
      /** Active ones that end within six hours. */
      expiringSoon: number;
      expired: number;
      unreachable: number;
      prices: {
        sku: string;
        days: number;
        tiers: {
          fromQty: number;
          unitMicros: number;
        }[];
      }[];
    };
  };
  /** Short-term IPs that are free now, by country and city. `POST /v1/staticShort/servers` */
  shortServers: {
    asks: {
      country?: string | undefined;
      days?: 1 | 3 | 7 | undefined;
    };
    answers: {
      items: Stock[];
    };
  };
  /** Takes short-term IPs at a place: credits pay first, the wallet what is missing. `POST /v1/staticShort/extract` */
  shortExtract: {
    asks: {
      country?: string | undefined;
      city?: string | undefined;
      num: number;
      account?: string | undefined;
      password?: string | undefined;
      /** `wallet` buys the credits that are missing. */
      pay?: "wallet" | undefined;
      requestId?: string | undefined;
      days: 1 | 3 | 7;
    };
    answers: {
      items: StaticIp[];
      creditsUsed: number;
      walletCents: number;
      order?: Order;
    };
  };
  /** The account's short-term IPs. `POST /v1/staticShort/used` */
  shortUsed: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      /** This one alone. */
      id?: string | undefined;
      country?: string | undefined;
      city?: string | undefined;
      status?: "active" | "expiring" | "expired" | "unreachable" | undefined;
      /** Part of an address, a place, an account, a remark. */
      search?: string | undefined;
      sort?: string | undefined;
    };
    answers: {
      items: StaticIp[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Changes one short-term IP, or many by `ids`. `POST /v1/staticShort/update` */
  shortUpdate: {
    asks: {
      id?: string | undefined;
      ids?: string[] | undefined;
      account?: string | undefined;
      password?: string | undefined;
      whitelist?: string[] | undefined;
      remark?: string | undefined;
    };
    answers: {
      id?: string;
      /** The address that clients connect to and that targets see. */
      host?: string;
      /** The first of `ports`; 0 while no gateway has opened any. */
      port?: number;
      /** Those that a gateway has really open. */
      ports?: number[];
      country?: string;
      countryName?: string;
      city?: string;
      cityName?: string;
      isp?: string;
      asn?: number;
      /** The period that was bought or renewed last. */
      validDays?: number;
      startedAt?: string;
      expiresAt?: string;
      /** Whole hours, rounded up; 0 once it has expired. */
      remainingHours?: number;
      expired?: boolean;
      /** Until then it may be renewed: 24 h after its end. */
      renewableUntil?: string;
      autoRenew?: boolean;
      /** Auto-renew was tried for the end ahead and could not pay. */
      autoRenewFailed?: boolean;
      account?: string;
      password?: string;
      whitelist?: string[];
      remark?: string;
      reachable?: boolean;
      /** How often it was replaced by another address. */
      replacements?: number;
      /** Carried in the last 30 days, both ways; not billed. */
      usedBytes?: number;
      updated: number;
    };
  };
  /** Replaces a short-term IP that cannot be reached; the remaining time is kept. `POST /v1/staticShort/change` */
  shortChange: {
    asks: {
      id?: string | undefined;
    };
    answers: StaticIp;
  };
  /** Deletes short-term IPs: expired ones, others with confirm=1. `POST /v1/staticShort/del` */
  shortDel: {
    asks: {
      ids: string[];
      confirm?: boolean | 0 | 1 | undefined;
    };
    answers: {
      deleted: number;
    };
  };
  /** What happened to the account's short-term IPs, newest first. `POST /v1/staticShort/history` */
  shortHistory: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
    };
    answers: {
      items: StaticEvent[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** Regions that port plans are sold for. `POST /v1/unlimit/portServers` */
  portServers: {
    asks: Record<never, never>;
    answers: {
      regions: UnlimitedRegion[];
    };
  };
  /** Regions that bandwidth plans are sold for. `POST /v2/unlimit/bandwidthServers` */
  bandwidthServers: {
    asks: Record<never, never>;
    answers: {
      regions: UnlimitedRegion[];
    };
  };
  /** Orders an unlimited plan: ports of 5 Mbps each, or Mbps in steps of 100. `POST /v1/orderUnlimit` */
  orderUnlimit: {
    asks: {
      kind: "port" | "bandwidth";
      region?: string | undefined;
      quantity: number;
      days: 7 | 30 | 90;
      method: "wallet" | "card" | "crypto";
      couponId?: string | undefined;
      requestId?: string | undefined;
    };
    answers: {
      order: Order;
      /** Where it is paid, by card or crypto. */
      paymentId?: string;
      payUrl?: string;
      planId: string | null;
      plan: UnlimitedPlan | null;
    };
  };
  /** Renews an unlimited plan from its end on; not once it has expired. `POST /v1/renewalUnlimit` */
  renewalUnlimit: {
    asks: {
      planId?: string | undefined;
      days: 7 | 30 | 90;
      method: "wallet" | "card" | "crypto";
      requestId?: string | undefined;
    };
    answers: {
      order: Order;
      /** Where it is paid, by card or crypto. */
      paymentId?: string;
      payUrl?: string;
      plan: UnlimitedPlan;
    };
  };
  /** The account's port plans, newest first. `POST /v1/unlimit/portOrders` */
  portOrders: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      status?: "active" | "expired" | undefined;
    };
    answers: {
      items: UnlimitedPlan[];
      total: number;
      page: number;
      limit: number;
      plans: UnlimitedPlan[];
      glance: {
        active: number;
        /** Of the active ones those that end within three days. */
        expiring: number;
        expired: number;
        /** Ports, or Mbps, of the active ones. */
        quantity: number;
        /** Carried by all of them in the last 30 days, both ways. */
        usedBytes: number;
      };
    };
  };
  /** The account's bandwidth plans, newest first. `POST /v1/unlimit/bandwidthOrders` */
  bandwidthOrders: {
    asks: {
      page?: number | undefined;
      limit?: number | undefined;
      status?: "active" | "expired" | undefined;
    };
    answers: {
      items: UnlimitedPlan[];
      total: number;
      page: number;
      limit: number;
      plans: UnlimitedPlan[];
      glance: {
        active: number;
        /** Of the active ones those that end within three days. */
        expiring: number;
        expired: number;
        /** Ports, or Mbps, of the active ones. */
        quantity: number;
        /** Carried by all of them in the last 30 days, both ways. */
        usedBytes: number;
      };
    };
  };
  /** A port plan and its ports. `POST /v1/unlimit/portOrder` */
  portOrder: {
    asks: {
      planId?: string | undefined;
      page?: number | undefined;
      limit?: number | undefined;
      /** Part of a port's number, its account, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** By the product's clock: what `nextRotationAt` is counted down from. */
      answeredAt: string;
      plan: UnlimitedPlan;
      ports: UnlimitedPort[];
      items: UnlimitedPort[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** A bandwidth plan and the port that its connections share. `POST /v1/unlimit/bandwidthOrder` */
  bandwidthOrder: {
    asks: {
      planId?: string | undefined;
      page?: number | undefined;
      limit?: number | undefined;
      /** Part of a port's number, its account, country or remark. */
      search?: string | undefined;
    };
    answers: {
      /** By the product's clock: what `nextRotationAt` is counted down from. */
      answeredAt: string;
      plan: UnlimitedPlan;
      ports: UnlimitedPort[];
      items: UnlimitedPort[];
      total: number;
      page: number;
      limit: number;
    };
  };
  /** The regions open to a port plan; with `region` it moves there. `POST /v1/unlimit/portRegion` */
  portRegion: {
    asks: {
      planId?: string | undefined;
      region?: string | undefined;
    };
    answers: {
      regions: UnlimitedRegion[];
      plan: UnlimitedPlan;
    };
  };
  /** The regions open to a bandwidth plan; with `region` it moves there. `POST /v1/unlimit/bandwidthRegion` */
  bandwidthRegion: {
    asks: {
      planId?: string | undefined;
      region?: string | undefined;
    };
    answers: {
      regions: UnlimitedRegion[];
      plan: UnlimitedPlan;
    };
  };
  /** Changes ports of port plans: how long an exit is kept, country, format, remark. `POST /v1/unlimit/upport` */
  upport: {
    asks: {
      ids: string[];
      rotationMinutes: number;
      /** How its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      remark?: string | undefined;
      /** ISO 3166-1 alpha-2, any case; empty for any of the region's. */
      country?: string | undefined;
      account?: string | undefined;
      password?: string | undefined;
    };
    answers: {
      ports: UnlimitedPort[];
    };
  };
  /** Changes a bandwidth plan: how long an exit is kept, country, format, remark. `POST /v1/unlimit/upbandwidth` */
  upbandwidth: {
    asks: {
      planId?: string | undefined;
      rotationMinutes: number;
      /** How its line is copied, such as `{host}:{port}:{user}:{password}`. */
      format?: string | undefined;
      remark?: string | undefined;
      /** ISO 3166-1 alpha-2, any case; empty for any of the region's. */
      country?: string | undefined;
      account?: string | undefined;
      password?: string | undefined;
    };
    answers: {
      plan: UnlimitedPlan;
      ports: UnlimitedPort[];
    };
  };
  /** Gives ports another exit at once; open connections keep theirs. `POST /v1/unlimit/rotate` */
  rotateUnlimit: {
    asks: {
      ids: string[];
    };
    answers: {
      ports: UnlimitedPort[];
    };
  };
  /** Replaces the client addresses that need no password at a plan's ports; empty clears. `POST /v1/unlimit/upwhite` */
  upwhite: {
    asks: {
      planId?: string | undefined;
      ips: string[];
    };
    answers: {
      whitelist: string[];
    };
  };
  /** A plan's bandwidth and connections, and CPU and memory of what carries it. `POST /v1/unlimit/monitor` */
  monitor: {
    asks: {
      planId?: string | undefined;
      minutes: 15 | 60 | 360 | 1440;
    };
    answers: {
      /** Oldest first: of 15 minutes one a second, else one a minute. What was not seen is left out. */
      series: MonitorPoint[];
      /** Of the last 5 s. */
      now: MonitorPoint;
    };
  };
  /** Every second the newest point of a plan's monitor, until the session ends. `POST /v1/unlimit/monitorLive` */
  monitorLive: {
    asks: {
      planId?: string | undefined;
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
  gLogin: { path: "/v1/gLogin", repeats: "changes" },
  repwd: { path: "/v1/repwd", repeats: "changes" },
  mailCode: { path: "/v1/mailCode", repeats: "changes" },
  signout: { path: "/v1/signout", repeats: "changes" },
  moreLogin: { path: "/v1/moreLogin", repeats: "changes" },
  gBind: { path: "/v1/gBind", repeats: "changes" },
  loginOptions: { path: "/v1/loginOptions", repeats: "changes" },
  webauto: { path: "/v1/webauto", repeats: "changes" },
  member: { path: "/v1/member", repeats: "reads" },
  headerInit: { path: "/v1/headerInit", repeats: "reads" },
  indexInit: { path: "/v2/indexInit", repeats: "reads" },
  upPwd: { path: "/v1/upPwd", repeats: "changes" },
  secureMail: { path: "/v1/secureMail", repeats: "changes" },
  cancelInfo: { path: "/v1/cancelInfo", repeats: "changes" },
  cancel: { path: "/v1/cancel", repeats: "changes" },
  upTokenCache: { path: "/v1/upTokenCache", repeats: "changes" },
  sessions: { path: "/v1/sessions", repeats: "changes" },
  endSessions: { path: "/v1/endSessions", repeats: "changes" },
  loginLog: { path: "/v1/loginLog", repeats: "reads" },
  upAccessKey: { path: "/v1/upAccessKey", repeats: "changes" },
  upInvoiceTitle: { path: "/v1/upInvoiceTitle", repeats: "changes" },
  upLang: { path: "/v1/upLang", repeats: "changes" },
  mfaApp: { path: "/v1/mfaApp", repeats: "changes" },
  mfaSecret: { path: "/v1/mfaSecret", repeats: "changes" },
  bindMFa: { path: "/v1/bindMFa", repeats: "changes" },
  unbindMFa: { path: "/v1/unbindMFa", repeats: "changes" },
  ledger: { path: "/v1/ledger", repeats: "reads" },
  recharge: { path: "/v1/recharge", repeats: "once" },
  payment: { path: "/v1/payment", repeats: "reads" },
  rechargeList: { path: "/v1/rechargeList", repeats: "reads" },
  priceList: { path: "/v2/priceList", repeats: "reads" },
  quote: { path: "/v1/quote", repeats: "reads" },
  placeOrder: { path: "/v1/order", repeats: "once" },
  orderList: { path: "/v1/orderList", repeats: "reads" },
  coupons: { path: "/v1/coupons", repeats: "reads" },
  ticket: { path: "/v1/ticket", repeats: "changes" },
  alerts: { path: "/v1/alerts", repeats: "changes" },
  shareInfo: { path: "/v1/shareInfo", repeats: "reads" },
  getProfit: { path: "/v1/getProfit", repeats: "once" },
  profitRecord: { path: "/v1/profitRecord", repeats: "reads" },
  profitList: { path: "/v1/profitList", repeats: "reads" },
  invitations: { path: "/v1/invitations", repeats: "reads" },
  shareChart: { path: "/v1/shareChart", repeats: "reads" },
  upShareCode: { path: "/v1/upShareCode", repeats: "changes" },
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
  city: { path: "/v1/city", repeats: "reads" },
  postal: { path: "/v1/postal", repeats: "reads" },
  isp: { path: "/v1/isp", repeats: "reads" },
  asn: { path: "/v1/asn", repeats: "reads" },
  countryV2: { path: "/v2/country", repeats: "reads" },
  cityV2: { path: "/v2/city", repeats: "reads" },
  asnV2: { path: "/v2/asn", repeats: "reads" },
  ipList: { path: "/v1/ip/list", repeats: "reads" },
  ipOpen: { path: "/v1/ip/open", repeats: "once" },
  ipDel: { path: "/v1/ip/del", repeats: "changes" },
  ipHistory: { path: "/v1/ipHistory", repeats: "reads" },
  ipHistoryNoUser: { path: "/v2/ipHistory", repeats: "reads" },
  ipPassInfo: { path: "/v1/ipPassInfo", repeats: "reads" },
  ipLineChart: { path: "/v1/ipLineChart", repeats: "reads" },
  apiLinks: { path: "/v1/apiLinks", repeats: "reads" },
  apiLinkAdd: { path: "/v1/apiLinkAdd", repeats: "changes" },
  apiLinkDel: { path: "/v1/apiLinkDel", repeats: "changes" },
  whitePorts: { path: "/v1/whitePorts", repeats: "reads" },
  whitePortAdd: { path: "/v1/whitePortAdd", repeats: "changes" },
  whitePortDel: { path: "/v1/whitePortDel", repeats: "changes" },
  trafficCity: { path: "/v1/traffic/city", repeats: "reads" },
  trafficServer: { path: "/v1/traffic/server", repeats: "reads" },
  trafficInfo: { path: "/v1/trafficInfo", repeats: "reads" },
  statis: { path: "/v2/statis", repeats: "reads" },
  trafficStatis: { path: "/v1/traffic/statis", repeats: "reads" },
  trafficStatisMonth: { path: "/v1/traffic/statisMonth", repeats: "reads" },
  trafficStatisDomain: { path: "/v1/traffic/statisDomain", repeats: "reads" },
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
  checkTrafficWhite: { path: "/v1/checkTrafficWhite", repeats: "reads" },
  staticPrices: { path: "/v1/static/prices", repeats: "reads" },
  staticIndex: { path: "/v2/static/index", repeats: "reads" },
  staticList: { path: "/v1/static/list", repeats: "reads" },
  staticUse: { path: "/v3/static/use", repeats: "once" },
  staticUseList: { path: "/v2/static/useList", repeats: "reads" },
  staticInfo: { path: "/v2/static/info", repeats: "reads" },
  staticUpdate: { path: "/v1/static/update", repeats: "changes" },
  staticUpdateAll: { path: "/v1/static/updateAll", repeats: "changes" },
  staticRenewal: { path: "/v2/static/renewal", repeats: "reads" },
  staticMoreInfo: { path: "/v1/static/moreInfo", repeats: "reads" },
  renewalStatic: { path: "/v1/renewalStatic", repeats: "once" },
  renewalStaticMany: { path: "/v2/renewalStatic", repeats: "once" },
  staticMoreRenewal: { path: "/v1/static/moreRenewal", repeats: "once" },
  staticRenewalAuto: { path: "/v1/static/renewalAuto", repeats: "changes" },
  staticMoreAuto: { path: "/v1/static/moreAuto", repeats: "changes" },
  staticDel: { path: "/v1/static/del", repeats: "changes" },
  staticChange: { path: "/v1/static/change", repeats: "changes" },
  staticHistory: { path: "/v1/static/history", repeats: "reads" },
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
  portOrder: { path: "/v1/unlimit/portOrder", repeats: "reads" },
  bandwidthOrder: { path: "/v1/unlimit/bandwidthOrder", repeats: "reads" },
  portRegion: { path: "/v1/unlimit/portRegion", repeats: "changes" },
  bandwidthRegion: { path: "/v1/unlimit/bandwidthRegion", repeats: "changes" },
  upport: { path: "/v1/unlimit/upport", repeats: "changes" },
  upbandwidth: { path: "/v1/unlimit/upbandwidth", repeats: "changes" },
  rotateUnlimit: { path: "/v1/unlimit/rotate", repeats: "changes" },
  upwhite: { path: "/v1/unlimit/upwhite", repeats: "changes" },
  monitor: { path: "/v1/unlimit/monitor", repeats: "reads" },
  monitorLive: { path: "/v1/unlimit/monitorLive", repeats: "reads", events: true },
} as const satisfies Record<CallName, CallFacts>;
