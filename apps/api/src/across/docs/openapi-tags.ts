/** Which noun a call belongs to, and what there is to know of each (`tags` of `/openapi.json`). */
import type { CallName } from "@turnpike/contract/calls.ts";

interface Tag {
  name: string;
  description: string;
  calls: readonly CallName[];
}

export const callTags = [
  {
    name: "Sign-in",
    description:
      "Registering, signing in by password or by a third party, recovering a password. Each answers a session token, which later calls send as `session`.",
    calls: [
      "signup",
      "signin",
      "signout",
      "repwd",
      "mailCode",
      "loginOptions",
      "gLogin",
      "webauto",
    ],
  },
  {
    name: "Account",
    description:
      "The account holder, balances at a glance, settings, alerts, and the account's end.",
    calls: [
      "member",
      "headerInit",
      "indexInit",
      "forecast",
      "find",
      "upLang",
      "upInvoiceTitle",
      "alerts",
      "cancelInfo",
      "cancel",
    ],
  },
  {
    name: "Security",
    description:
      "Passwords, the second factor, linked logins, sessions and the access key. Where a second factor is bound, `mfaCode` goes with whatever would weaken the account.",
    calls: [
      "upPwd",
      "secureMail",
      "mfaApp",
      "mfaSecret",
      "bindMFa",
      "unbindMFa",
      "gBind",
      "sessions",
      "endSessions",
      "loginLog",
      "moreLogin",
      "upTokenCache",
      "upAccessKey",
    ],
  },
  {
    name: "Money",
    description:
      "Prices, orders, payments into the wallet, coupons and the ledger. Sums are whole US cents, unit prices millionths of a dollar; a total is rounded half up to the cent, once.",
    calls: [
      "priceList",
      "quote",
      "placeOrder",
      "orderList",
      "coupons",
      "recharge",
      "payment",
      "rechargeList",
      "ledger",
      "ticket",
    ],
  },
  {
    name: "Affiliate",
    description: "Invitations, the profit that they earn, and its withdrawal.",
    calls: [
      "shareInfo",
      "invitations",
      "profitList",
      "shareChart",
      "upShareCode",
      "getProfit",
      "profitRecord",
    ],
  },
  {
    name: "CDKeys",
    description:
      "Vouchers for traffic or IPs. Enterprise customers make them out of their own balance; anybody redeems them, once.",
    calls: ["cdkeyMake", "cdkeys", "cdkeyUse", "cdkeyRecord"],
  },
  {
    name: "Geography",
    description:
      "Places that have exits now, for the ISP pool and for the traffic plan. Filters take tokens (`newyork`) or names (`New York`); names of countries are answered in `lang`.",
    calls: [
      "countrys",
      "city",
      "postal",
      "isp",
      "asn",
      "countryV2",
      "cityV2",
      "asnV2",
      "trafficCity",
      "trafficServer",
    ],
  },
  {
    name: "ISP pool",
    description:
      "Single exits, opened for 1 to 5 hours at a port of their own. Each costs one IP of balance; its traffic is not billed.",
    calls: [
      "ipList",
      "ipOpen",
      "ipDel",
      "ipHistory",
      "ipHistoryNoUser",
      "ipPassInfo",
      "ipLineChart",
    ],
  },
  {
    name: "Extraction",
    description:
      "Addresses that answer proxies to programs at whitelisted addresses, without a session or a key: the link's token is enough. Each answer opens anew.",
    calls: ["apiLinks", "apiLinkAdd", "apiLinkDel"],
  },
  {
    name: "Traffic plan",
    description:
      "Traffic by the byte, sent under a sub-account's name and password, or from whitelisted addresses: what is left, what was used where, and what runs now.",
    calls: [
      "trafficInfo",
      "statis",
      "trafficStatis",
      "trafficStatisMonth",
      "trafficStatisDomain",
      "requestLog",
      "live",
      "proxyTest",
    ],
  },
  {
    name: "Sub-accounts",
    description:
      "Names and passwords that traffic is sent under, each with an allotment and limits. The main one uses all that is not allotted.",
    calls: [
      "subUsers",
      "addSubUser",
      "upSubUser",
      "delSubUser",
      "upSubUserLevel",
      "upSubUserPasswd",
      "availableSubUsers",
      "subAccounts",
    ],
  },
  {
    name: "Whitelist",
    description: "Client addresses that need no password, and ports made for them.",
    calls: [
      "trafficWhiteList",
      "addTrafficWhite",
      "delTrafficWhite",
      "checkTrafficWhite",
      "whitePorts",
      "whitePortAdd",
      "whitePortDel",
    ],
  },
  {
    name: "Static IPs",
    description:
      "Static ISP proxies for 7, 30 or 90 days: one exit that is the customer's alone. Credits that were bought ahead pay first, the wallet what is missing.",
    calls: [
      "staticPrices",
      "staticIndex",
      "staticList",
      "staticUse",
      "staticUseList",
      "staticInfo",
      "staticUpdate",
      "staticUpdateAll",
      "staticRenewal",
      "staticMoreInfo",
      "renewalStatic",
      "renewalStaticMany",
      "staticMoreRenewal",
      "staticRenewalAuto",
      "staticMoreAuto",
      "staticChange",
      "staticDel",
      "staticHistory",
    ],
  },
  {
    name: "Short-term static IPs",
    description: "The same for 1, 3 or 7 days, with credits of their own. They are not renewed.",
    calls: [
      "shortIndex",
      "shortServers",
      "shortExtract",
      "shortUsed",
      "shortUpdate",
      "shortChange",
      "shortDel",
      "shortHistory",
    ],
  },
  {
    name: "Unlimited plans",
    description:
      "Traffic without a meter: ports of 5 Mbps each, or bandwidth in steps of 100 Mbps that all connections share, in a region, for 7, 30 or 90 days.",
    calls: [
      "portServers",
      "bandwidthServers",
      "orderUnlimit",
      "renewalUnlimit",
      "portOrders",
      "bandwidthOrders",
      "portOrder",
      "bandwidthOrder",
      "portRegion",
      "bandwidthRegion",
      "upport",
      "upbandwidth",
      "rotateUnlimit",
      "upwhite",
    ],
  },
  {
    name: "Monitor",
    description: "What an unlimited plan, and the workers that carry it, did and do.",
    calls: ["monitor", "monitorLive"],
  },
  {
    name: "Webhooks",
    description:
      "What happens to an account, sent to the customer's own programs and signed by Standard Webhooks. The requests themselves are described under `webhooks`.",
    calls: [
      "webhooks",
      "webhookAdd",
      "webhookUp",
      "webhookDel",
      "webhookSecret",
      "webhookTest",
      "webhookDeliveries",
      "webhookReplay",
    ],
  },
] as const satisfies Tag[];

type Untagged = Exclude<CallName, (typeof callTags)[number]["calls"][number]>;
/** A call without a tag does not compile: its name is not `never`. */
const untagged: [Untagged] extends [never] ? null : Untagged = null;
void untagged;

/** Tags of what is no call of the contract. */
export const otherTags = [
  {
    name: "Files",
    description: "Downloads by GET, each opened once by a fresh ticket (`/v1/ticket`).",
  },
  {
    name: "Lookup service",
    description:
      "What is known of an address, and opened IPs held online for programs. It listens at a port of its own.",
  },
  {
    name: "Local manager",
    description:
      "The local proxy manager on the customer's own machine: ports of it need no password. It answers programs there, and this provider's dashboards.",
  },
  { name: "Health", description: "Whether the product is up, for load balancers and probes." },
];

const tags = new Map<CallName, string>(
  callTags.flatMap(({ name, calls }) => calls.map((call) => [call, name] as const)),
);
/** The tag of a call. */
export const tagOf = (call: CallName): string => tags.get(call) ?? "";
