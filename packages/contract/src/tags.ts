/** The groups of calls in the API's documentation, in the order in which they are shown. */
export const tags = {
  "Sign-in":
    "Register, sign in by password or with a third party, recover a password. Signing in answers a session's token, which later calls send as `session`.",
  Account: "The account holder, balances at a glance, settings, alerts, and closing the account.",
  Security:
    "Passwords, the second factor, linked logins, sessions and the access key. Where a second factor is bound, whatever would weaken the account needs `mfaCode`.",
  "API keys":
    "Keys for programs, each with scopes, an expiry, allowed networks and a monthly limit. Only a session manages them.",
  Money:
    "Prices, orders, payments into the wallet, coupons and the ledger. Sums are whole US cents, unit prices are millionths of a dollar; a total is rounded half up to the cent, once.",
  Affiliate: "Invitations, the profit they earn, and its withdrawal.",
  CDKeys:
    "Vouchers for traffic or IPs. Enterprise customers make them from their own balance; anybody can redeem one, once.",
  Geography:
    "Places that have exits now, for the ISP pool and for the traffic plan. Filters take tokens (`newyork`) or names (`New York`); names of countries are answered in `lang`.",
  "ISP pool":
    "Single exits, opened for 1 to 5 hours at a port of their own. Each costs one IP of balance; its traffic is not billed.",
  Extraction:
    "Addresses that answer proxies to programs at whitelisted addresses, without a session or a key: the link's token is enough. Each call opens new proxies.",
  "Traffic plan":
    "Traffic by the byte, sent under a sub-account's name and password or from whitelisted addresses: what is left, what was used where, and what runs now.",
  "Sub-accounts":
    "Names and passwords that traffic is sent under, each with an allotment and limits. The main one uses all traffic that is not allotted.",
  Whitelist: "Client addresses that need no password, and ports opened for them.",
  "Static IPs":
    "Static ISP proxies for 7, 30 or 90 days: each is an exit that no other customer uses. Credits that were bought ahead pay first, then the wallet.",
  "Short-term static IPs":
    "The same for 1, 3 or 7 days, with credits of their own. They cannot be renewed.",
  "Unlimited plans":
    "Traffic without a meter, in one region for 7, 30 or 90 days: ports of 5 Mbps each, or a bandwidth in steps of 100 Mbps that all connections share.",
  Monitor: "Bandwidth and connections of an unlimited plan, and the load of what carries it.",
  Webhooks:
    "Events of an account, sent to the customer's own programs and signed by Standard Webhooks. The requests themselves are described under `webhooks`.",
  Files: "Downloads by GET. Each is opened once by a fresh ticket (`/v1/ticket`).",
  "Lookup service":
    "What is known of an address, and IPs that are opened and held for programs. It listens at a port of its own.",
  "Local manager":
    "The local proxy manager on the customer's own machine, whose ports need no password. It answers programs there, and this provider's dashboards.",
  Health: "Whether the product is up, for load balancers and probes.",
} as const;

export type Tag = keyof typeof tags;
