/** The API's answers for buying and renewing unlimited plans, in tests: a wallet of $100. */
import type { UnlimitedPlan, UnlimitedRegionShown } from "@turnpike/contract/unlimited.ts";
import type { Answers } from "../../../testing/screen.tsx";
import { methodsAnswer } from "../../../testing/shop.ts";

const DAY_MS = 86_400_000;

/** A plan of three ports in Europe that expires in twelve days. */
export const planRow = (by: Partial<UnlimitedPlan> = {}): UnlimitedPlan => ({
  id: "p1",
  orderNo: "TP261110-AAAA",
  kind: "port",
  region: "europe",
  regionName: "Europe",
  quantity: 3,
  mbps: 15,
  days: 30,
  startedAt: new Date(Date.now() - 18 * DAY_MS).toISOString(),
  expiresAt: new Date(Date.now() + 12 * DAY_MS - 60_000).toISOString(),
  remainingHours: 12 * 24,
  status: "active",
  closesAt: new Date(Date.now() + 13 * DAY_MS - 60_000).toISOString(),
  host: "192.0.2.1",
  domain: "192.0.2.1",
  ports: 3,
  open: 3,
  whitelist: [],
  usedBytes: 2_500_000_000,
  ...by,
});
/** A plan that ended yesterday. */
export const endedPlan = (by: Partial<UnlimitedPlan> = {}) =>
  planRow({
    id: "p2",
    regionName: "Asia",
    region: "asia",
    status: "expired",
    remainingHours: 0,
    expiresAt: new Date(Date.now() - DAY_MS).toISOString(),
    open: 0,
    ...by,
  });

const country = (code: string, exits: number) => ({ code, name: code, exits });
const regionRow = (by: Partial<UnlimitedRegionShown>): UnlimitedRegionShown => ({
  region: "europe",
  name: "Europe",
  host: "192.0.2.1",
  stock: 40,
  unitMicros: { 7: 3_000_000, 30: 9_000_000, 90: 24_000_000 },
  countries: [country("FR", 1), country("DE", 4), country("ES", 2), country("IT", 1)],
  ...by,
});
/** Asia is sold out, Europe and Africa have 40 ports. */
export const portRegions = [
  regionRow({ region: "asia", name: "Asia", stock: 0, countries: [] }),
  regionRow({}),
  regionRow({
    region: "africa",
    name: "Africa",
    unitMicros: { 7: 2_000_000, 30: 8_000_000, 90: 24_000_000 },
    countries: [country("KE", 1)],
  }),
];
export const bandwidthRegions = [
  regionRow({ stock: 1_500, unitMicros: { 7: 450_000, 30: 1_400_000, 90: 3_800_000 } }),
];

/** A port as returned by `/v1/unlimit/portOrder`. */
export const firstPort = (open: boolean) => ({
  id: "q1",
  host: "192.0.2.1",
  port: 26_000,
  account: "shopper1",
  password: "Secret99",
  open,
});
export const plansAnswer = (items: readonly UnlimitedPlan[], total = items.length) => {
  const active = items.filter(({ status }) => status === "active");
  return {
    items,
    plans: items,
    total,
    page: 1,
    limit: 10,
    glance: {
      active: active.length,
      expiring: active.filter(({ remainingHours }) => remainingHours <= 72).length,
      expired: items.length - active.length,
      quantity: active.reduce((sum, { quantity }) => sum + quantity, 0),
      usedBytes: items.reduce((sum, { usedBytes }) => sum + usedBytes, 0),
    },
  };
};

const quoteOf = (asked: Record<string, string>) => {
  const { sku: kind, region, days, quantity, couponId } = asked;
  const sold = kind === "port" ? portRegions : bandwidthRegions;
  const unit = sold.find((one) => one.region === region)?.unitMicros[Number(days) as 7 | 30 | 90];
  const listCents = Math.round((Number(quantity) * (unit ?? 0)) / 10_000);
  const discountCents = couponId ? listCents / 5 : 0;
  return { listCents, discountCents, totalCents: listCents - discountCents };
};

export const unlimitedAnswers: Answers = {
  "/v1/unlimit/portServers": () => ({ regions: portRegions }),
  "/v2/unlimit/bandwidthServers": () => ({ regions: bandwidthRegions }),
  "/v1/unlimit/portOrders": () => plansAnswer([planRow(), endedPlan()]),
  "/v1/unlimit/bandwidthOrders": () => plansAnswer([]),
  "/v1/unlimit/portOrder": () => ({
    answeredAt: new Date().toISOString(),
    plan: planRow(),
    items: [firstPort(true)],
    ports: [firstPort(true)],
    total: 1,
    page: 1,
    limit: 1,
  }),
  "/v1/headerInit": () => ({
    email: "a@b.cd",
    walletCents: 10_000,
    mfaBound: false,
    notices: [],
    paymentMethods: ["card", "crypto"],
  }),
  "/v1/paymentMethods": () => methodsAnswer("card", "crypto"),
  "/v1/coupons": () => ({ items: [] }),
  "/v1/quote": quoteOf,
  "/v1/trafficInfo": () => ({ endpoints: [], exampleTarget: "http://127.0.0.1:7999/ip" }),
};
