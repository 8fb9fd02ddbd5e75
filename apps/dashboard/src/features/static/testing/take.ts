/** The API's answers for taking static IPs, in tests: a wallet of $20, three credits. */
import type { Answers } from "../../../testing/screen.tsx";
import { methodsAnswer } from "../../../testing/shop.ts";
import { staticIpRow } from "./static-ip.ts";

const place = (country: string, city: string, cityName: string, available: number) => ({
  country,
  countryName: country,
  state: "",
  stateName: "",
  city,
  cityName,
  available,
});
export const stockRows = [
  place("US", "newyork", "New York", 40),
  place("DE", "berlin", "Berlin", 8),
  place("DE", "hamburg", "Hamburg", 2),
];
export const tiers = [
  { fromQty: 1, unitMicros: 5_000_000 },
  { fromQty: 50, unitMicros: 4_500_000 },
];

/** A number of IPs, as returned by taking them. */
export const takenRows = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    staticIpRow({ id: `t${at}`, host: `198.51.100.${at + 10}` }),
  );

export const takeAnswers: Answers = {
  "/v1/static/list": () => ({ items: stockRows }),
  "/v1/staticShort/servers": () => ({ items: stockRows }),
  "/v2/static/index": () => ({
    credits: { 7: 0, 30: 3, 90: 0 },
    active: 0,
    expiringSoon: 0,
    expired: 0,
    autoRenew: 0,
    unreachable: 0,
  }),
  "/v1/staticShort/index": () => ({
    credits: { 1: 0, 3: 1, 7: 0 },
    active: 0,
    expiringSoon: 0,
    expired: 0,
    unreachable: 0,
    prices: [1, 3, 7].map((days) => ({ sku: `short-${days}`, days, tiers })),
  }),
  "/v1/static/prices": () => ({
    items: [7, 30, 90].map((days) => ({ sku: `static-${days}`, days, tiers })),
  }),
  "/v1/headerInit": () => ({
    email: "a@b.cd",
    walletCents: 2_000,
    mfaBound: false,
    notices: [],
    paymentMethods: ["card", "crypto"],
  }),
  "/v1/paymentMethods": () => methodsAnswer("card", "crypto"),
  "/v1/quote": ({ quantity }) => {
    const number = Number(quantity);
    const totalCents = number * (number < 50 ? 500 : 450);
    return { listCents: totalCents, discountCents: 0, totalCents };
  },
  "/v1/trafficInfo": () => ({ endpoints: [], exampleTarget: "http://127.0.0.1:7999/ip" }),
};
