/** The API's answers on the home page, for tests: an active and a new customer. */
import type { CallResult } from "../../../lib/call.ts";
import type { Answers } from "../../../testing/screen.tsx";
import { indexAnswer, shopAnswers } from "../../../testing/shop.ts";

type Forecast = CallResult<"forecast">;
export const GB = 1e9;
export const days = (today: number, yesterday: number) =>
  Array.from({ length: 14 }, (_, at) => ({
    day: `2026-11-${String(at + 1).padStart(2, "0")}`,
    bytes: at === 13 ? today : at === 12 ? yesterday : 0,
  }));
export const forecast = (more: {
  traffic?: Partial<Forecast["traffic"]>;
  pools?: Forecast["pools"];
  wallet?: Partial<Forecast["wallet"]>;
  endings?: Forecast["endings"];
  endingsTotal?: number;
}): Forecast => ({
  traffic: {
    leftBytes: 4 * GB,
    todayBytes: GB,
    yesterdayBytes: 2 * GB,
    perDayBytes: GB,
    days: days(GB, 2 * GB),
    fromDays: 7,
    daysLeft: 12.4,
    ...more.traffic,
  },
  pools: more.pools ?? [],
  wallet: {
    leftCents: 1_250,
    perDayCents: 0,
    renewals: 0,
    renewalsCents: 0,
    missingCents: 0,
    fromDays: 0,
    daysLeft: null,
    ...more.wallet,
  },
  endings: more.endings ?? [],
  endingsTotal: more.endingsTotal ?? more.endings?.length ?? 0,
});
export const info = (more: object = {}) => ({
  balanceBytes: 4 * GB,
  usedBytes: GB,
  allocatedBytes: 0,
  endpoints: [{ region: "", host: "127.0.0.1", port: 7000, protocols: [] }],
  exampleTarget: "http://127.0.0.1:9000/ip",
  ...more,
});
export const none = () => ({ items: [], total: 0, page: 1, limit: 5 });
export const settled: Answers = {
  ...shopAnswers,
  "/v1/forecast": () => forecast({}),
  "/v1/trafficInfo": () => info(),
  "/v1/subUsers": () => ({ ...none(), total: 1 }),
  "/v1/orderList": none,
  "/v1/rechargeList": () => ({ ...none(), bonusTiers: [] }),
  "/v1/cdkeyRecord": none,
  "/v1/requestLog": none,
  "/v2/indexInit": () => indexAnswer({ trafficBytes: 4 * GB }),
};
export const newcomer: Answers = {
  ...settled,
  "/v1/trafficInfo": () => info({ balanceBytes: 0, usedBytes: 0 }),
  "/v1/subUsers": none,
  "/v1/headerInit": () => ({
    walletCents: 0,
    notices: [],
    now: new Date().toISOString(),
    paymentMethods: ["card", "crypto"],
  }),
};

export const orderRow = {
  id: "o1",
  orderNo: "TP1",
  name: "Traffic",
  quantity: 1,
  amountCents: 300,
  method: "card",
  paidAt: null,
  createdAt: "2026-11-01T08:00:00Z",
  invoiceReady: false,
  refundedCents: 0,
};
