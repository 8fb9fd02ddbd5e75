/**
 * The example customer on 16 March 2026 at 9:30 UTC. The figures add up: 500 US dollars plus a
 * bonus of 25 came in, orders cost 298, profit earned 18; of 100 GB they used 37.4.
 */
import { invoiceTitle, untaxed } from "./payer.ts";
import type { z } from "zod";
import type { order as orderNoun } from "../order.ts";
import type { OpenedIp, PoolIp } from "../pool.ts";
import type { User } from "../session.ts";
import type { StaticIp } from "../static.ts";
import type { SubAccount } from "../sub-account.ts";
import type { UnlimitedPlan, UnlimitedPort } from "../unlimited.ts";

export const now = "2026-03-16T09:30:00.000Z";
/** Returns the example id for a number. */
export const exampleId = (number: number) =>
  `3f2a91c0-7d4e-4b18-9c56-${String(number).padStart(12, "0")}`;
export const gateway = "gate.proxies.example";
export const site = "https://proxies.example";
export const GB = 1_000_000_000;
export const subAccountIds = { main: exampleId(11), shop: exampleId(12) };
const [frankfurtId, berlinId, newYork] = [exampleId(31), exampleId(32), exampleId(33)];
export const staticIds = { frankfurt: frankfurtId, berlin: berlinId, newYork };
export const shortId = exampleId(41);
export const planIds = { ports: exampleId(51), bandwidth: exampleId(52) };
export const portIds = [exampleId(61), exampleId(62)] as const;
export const openedIds = { user: exampleId(71), nouser: exampleId(72) };
export const exitIds = { seattle: exampleId(81), second: exampleId(82) };
export const paymentId = exampleId(21);
export const webhookId = exampleId(91);
export const linkId = exampleId(95);
export const whitePortId = exampleId(97);
export const whiteEntryId = exampleId(98);

const measured = { latencyMs: 84, measuredAt: "2026-03-16T09:28:00.000Z" };
export const walletCents = 24_500;
export const left = { ip: 98, trafficBytes: 62.6 * GB };
export const staticCredits = { 7: 0, 30: 1, 90: 0 };
export const shortCredits = { 1: 1, 3: 0, 7: 0 };

const unbound = { bound: false, account: null, boundAt: null };
export const bindings = {
  google: { bound: true, account: "mara@example.com", boundAt: "2026-02-02T08:20:00.000Z" },
  github: unbound,
  linkedin: unbound,
};

export const user: User = {
  consents: [],
  identity: "none",
  id: exampleId(1),
  email: "mara@example.com",
  emailVerified: true,
  secureEmail: "b***e@example.org",
  mfaBound: true,
  bindings,
  createdAt: "2026-02-02T08:15:00.000Z",
  lastLoginAt: "2026-03-15T07:58:12.000Z",
  loginMinutes: 1440,
  multiDevice: true,
  inviteCode: "MARA2026",
  walletCents,
  arrears: null,
  ipBalance: left.ip,
  trafficBytes: left.trafficBytes,
  trafficPools: [{ pool: "residential", title: "Residential", bytes: left.trafficBytes }],
  staticCredits,
  shortCredits,
  enterprise: { ip: false, traffic: false },
  accessKey: "EXAMPLE-ACCESS-KEY",
  lang: "en",
  hasPassword: true,
  invoiceTitle,
  teams: [],
  acting: null,
};

type Order = z.output<typeof orderNoun>;
const paidOrder = (
  number: number,
  day: string,
  bought: Pick<Order, "name" | "sku" | "quantity" | "amountCents">,
): Order => ({
  id: exampleId(200 + number),
  orderNo: `T2603${day}-00${number}`,
  // The shipped products' SKUs say what they are.
  kind: bought.sku.split("-")[0] as Order["kind"],
  region: /-([a-z]+)-/.exec(bought.sku)?.[1] ?? null,
  days: Number(/-(\d+)$/.exec(bought.sku)?.[1] ?? 0) || null,
  ...untaxed(bought.amountCents),
  ...bought,
  method: "wallet",
  status: "paid",
  paidAt: `2026-03-${day}T10:05:00.000Z`,
  createdAt: `2026-03-${day}T10:05:00.000Z`,
  invoiceReady: true,
  refundedCents: 0,
  renewal: false,
  paymentId: null,
});
export const orders = {
  traffic: paidOrder(1, "01", {
    name: "Residential traffic",
    sku: "traffic-standard",
    quantity: 100,
    amountCents: 22e3,
  }),
  static: paidOrder(2, "02", {
    name: "Static ISP proxy, 30 days",
    sku: "static-30",
    quantity: 4,
    amountCents: 2e3,
  }),
  ip: paidOrder(3, "03", {
    name: "Residential IPs",
    sku: "ip-standard",
    quantity: 100,
    amountCents: 1200,
  }),
  ports: paidOrder(4, "05", {
    name: "Unlimited port, Europe, 30 days",
    sku: "port-europe-30",
    quantity: 5,
    amountCents: 4_500,
  }),
  short: paidOrder(5, "15", {
    name: "Short-term ISP proxy, 1 day",
    sku: "short-1",
    quantity: 2,
    amountCents: 100,
  }),
};

const noDomains = { allowDomains: [], denyDomains: [] };
const noLimits = { maxConnections: null, dayBytes: null, monthBytes: null, ...noDomains };
export const mainAccount: SubAccount = {
  id: subAccountIds.main,
  account: "Crawler01",
  password: "Example1Pass",
  rotateToken: "00000000000040008000000000000011c0ffee00c0ffee00c0ffee00c0ffee00",
  pool: "residential",
  main: true,
  enabled: true,
  allocatedBytes: 0,
  usedBytes: 29 * GB,
  availableBytes: 51 * GB,
  limits: noLimits,
  targetBudgets: [],
  dayUsedBytes: 0.9 * GB,
  monthUsedBytes: 29 * GB,
  remark: "",
  createdAt: "2026-03-01T10:10:00.000Z",
};
export const shopAccount: SubAccount = {
  ...mainAccount,
  id: subAccountIds.shop,
  account: "Shopper02",
  main: false,
  allocatedBytes: 20 * GB,
  usedBytes: 8.4 * GB,
  availableBytes: 11.6 * GB,
  limits: { ...noLimits, maxConnections: 50, dayBytes: 2 * GB, denyDomains: ["*.example.net"] },
  dayUsedBytes: 0.3 * GB,
  monthUsedBytes: 8.4 * GB,
  remark: "price checks",
  createdAt: "2026-03-02T08:40:00.000Z",
};
export const frankfurt: StaticIp = {
  id: staticIds.frankfurt,
  host: "198.51.100.24",
  exitIp: "198.51.100.24",
  port: 10_001,
  ports: [10_001, 10_002],
  country: "DE",
  countryName: "Germany",
  city: "frankfurtammain",
  cityName: "Frankfurt am Main",
  isp: "Deutsche Telekom",
  asn: 3_320,
  validDays: 30,
  startedAt: "2026-03-02T10:06:00.000Z",
  expiresAt: "2026-04-01T10:06:00.000Z",
  remainingHours: 385,
  expired: false,
  renewableUntil: "2026-04-02T10:06:00.000Z",
  autoRenew: true,
  autoRenewFailed: false,
  account: "Owner01",
  password: "Example2Pass",
  whitelist: ["203.0.113.7"],
  remark: "shop, Germany",
  reachable: true,
  replacements: 0,
  swapsLeft: 1,
  stateSince: "2026-03-02T10:06:00.000Z",
  usedBytes: 3_210_000_000,
  dayUsedBytes: 96_000_000,
  rotateToken: null,
  rotateRetryAfter: null,
  rotating: false,
};
export const shortIp: StaticIp = {
  ...frankfurt,
  id: shortId,
  host: "198.51.100.140",
  exitIp: "198.51.100.140",
  swapsLeft: 0,
  validDays: 1,
  startedAt: now,
  expiresAt: "2026-03-17T09:30:00.000Z",
  remainingHours: 24,
  renewableUntil: "2026-03-18T09:30:00.000Z",
  autoRenew: false,
  account: "Quick001",
  password: "Example3Pass",
  usedBytes: 0,
  dayUsedBytes: 0,
};
export const seattle = {
  country: "US",
  countryName: "United States",
  state: "washington",
  stateName: "Washington",
  city: "seattle",
  cityName: "Seattle",
  postal: "98101",
  isp: "comcast",
  ispName: "Comcast",
  asn: 7_922,
};
export const poolIp: PoolIp = {
  id: exitIds.seattle,
  ip: "192.0.*.*",
  ...seattle,
  ...measured,
  opened: false,
};
export const openedIp: OpenedIp = {
  id: openedIds.user,
  exitId: exitIds.seattle,
  host: gateway,
  port: 5_001,
  ip: "192.0.2.44",
  auth: "user",
  username: "ip7Qm2x",
  password: "Example4Pass",
  ...seattle,
  openedAt: now,
  expiresAt: "2026-03-16T11:30:00.000Z",
  remainingSeconds: 7_200,
  status: "active",
  open: true,
  ...measured,
  by: "call",
  upBytes: 0,
  downBytes: 0,
};
export const portPlan: UnlimitedPlan = {
  id: planIds.ports,
  orderNo: orders.ports.orderNo,
  kind: "port",
  region: "europe",
  regionName: "Europe",
  quantity: 5,
  mbps: 25,
  days: 30,
  startedAt: "2026-03-05T10:05:00.000Z",
  expiresAt: "2026-04-04T10:05:00.000Z",
  remainingHours: 457,
  status: "active",
  closesAt: "2026-04-05T10:05:00.000Z",
  host: gateway,
  domain: gateway,
  ports: 5,
  open: 5,
  whitelist: ["203.0.113.7"],
  usedBytes: 212 * GB,
};
export const planPort: UnlimitedPort = {
  id: portIds[0],
  planId: planIds.ports,
  host: gateway,
  port: 20_001,
  domain: gateway,
  rotationMinutes: 10,
  nextRotationAt: "2026-03-16T09:36:20.000Z",
  format: "{host}:{port}:{user}:{password}",
  country: "DE",
  countryName: "Germany",
  remark: "",
  expiresAt: portPlan.expiresAt,
  account: "Port0001",
  password: "Example5Pass",
  rotateToken: null,
  mbps: 5,
  open: true,
  usedBytes: 43 * GB,
  dayUsedBytes: 1.2 * GB,
};
