/** The shop's answers in screen tests. */
import type { Product } from "@turnpike/contract/order.ts";
import { kindOfMethod, type OutsideMethod } from "@turnpike/rules/payment-method.ts";
import type { CallResult } from "../lib/call.ts";
import type { Answers } from "./screen.tsx";

const product = {
  name: "",
  unit: "",
  description: null,
  badge: null,
  identity: null,
  enterprise: false,
  trial: false,
  days: null,
  stepQty: 1,
  validDays: null,
  region: null,
};
const trafficPlan: Product = {
  ...product,
  sku: "traffic-standard",
  kind: "traffic",
  name: "Traffic",
  unit: "GB",
  minQty: 1,
  maxQty: 1000,
  tiers: [
    { fromQty: 1, unitMicros: 3_000_000 },
    { fromQty: 50, unitMicros: 2_000_000 },
  ],
};
const ipPlans: Product[] = [
  {
    ...product,
    sku: "ip-standard",
    kind: "ip",
    minQty: 10,
    maxQty: 100_000,
    tiers: [{ fromQty: 10, unitMicros: 150_000 }],
  },
  {
    ...product,
    sku: "ip-enterprise",
    kind: "ip",
    enterprise: true,
    minQty: 10_000,
    maxQty: 1_000_000,
    tiers: [{ fromQty: 10_000, unitMicros: 45_000 }],
  },
];

/** Credits for static IPs, longest period first, since the dialog has to sort them. */
const staticPlans: Product[] = [90, 30, 7].map((days) => ({
  ...product,
  sku: `static-${days}`,
  kind: "static",
  days,
  minQty: 1,
  maxQty: 10_000,
  tiers: [
    { fromQty: 1, unitMicros: 5_000_000 },
    { fromQty: 50, unitMicros: 4_500_000 },
  ],
}));

type Coupon = CallResult<"coupons">["items"][number];
export const discount: Coupon = {
  id: "c1",
  kind: "discount",
  title: "20% off orders of $50.00 or more",
  percent: 20,
  giftSku: null,
  giftAmount: null,
  minCents: 5000,
  expiresAt: "2027-01-31T12:00:00Z",
  usedAt: null,
};
export const gift: Coupon = {
  ...discount,
  id: "g1",
  kind: "gift",
  title: "Gift: 50 IPs",
  percent: null,
  giftSku: "ip-standard",
  giftAmount: 50,
  minCents: null,
};

/** A pending payment, with overrides. */
export const payment = (more: Partial<CallResult<"payment">> = {}): CallResult<"payment"> => ({
  status: "pending",
  amountCents: 50_000,
  bonusCents: 2_500,
  receivedCents: 0,
  refundedCents: 0,
  surplusCents: 0,
  method: "crypto",
  payUrl: "http://127.0.0.1:9/pay/p1",
  orderNo: null,
  order: null,
  ...more,
});

/** The payment methods with these ids. */
export const methodsAnswer = (...ids: OutsideMethod[]): CallResult<"paymentMethods"> => ({
  items: ids.map((id) => ({
    id,
    kind: kindOfMethod[id],
    title: {
      card: "Card",
      crypto: "Crypto",
      paypal: "PayPal",
      nowpayments: "More coins",
      bank: "Bank transfer",
    }[id],
    minCents: 1,
    reversible: id === "card",
  })),
});

/** A wallet of $50, all payment methods, no coupon. */
export const shopAnswers: Answers = {
  "/v2/priceList": () => ({ products: [trafficPlan, ...ipPlans, ...staticPlans] }),
  "/v1/headerInit": () => ({
    email: "a@b.cd",
    now: new Date().toISOString(),
    walletCents: 5000,
    mfaBound: false,
    notices: [],
    paymentMethods: ["card", "crypto"],
  }),
  "/v1/paymentMethods": () => methodsAnswer("card", "crypto"),
  "/v1/coupons": () => ({ items: [] }),
  "/v1/quote": ({ sku, quantity, couponId }) => {
    const cents: Record<string, number> = {
      "traffic-standard": Number(quantity) < 50 ? 300 : 200,
      "ip-standard": 15,
      "ip-enterprise": 4.5,
      "static-30": 500,
    };
    const listCents = Number(quantity) * (cents[sku ?? ""] ?? 0);
    const discountCents = couponId ? listCents / 5 : 0;
    return { listCents, discountCents, totalCents: listCents - discountCents };
  },
  "/v1/availableSubUsers": () => ({ items: [] }),
  "/v1/member": () => ({ enterprise: { ip: true, traffic: false } }),
  "/v2/indexInit": () => indexAnswer(),
};

/** The answer of the home page's call, with overrides. */
export const indexAnswer = (
  more: Partial<CallResult<"indexInit">> = {},
): CallResult<"indexInit"> => ({
  walletCents: 1_250,
  walletDebtCents: 0,
  ipBalance: 10_250,
  trafficBytes: 0,
  staticCredits: { 7: 0, 30: 0, 90: 0 },
  shortCredits: { 1: 0, 3: 0, 7: 0 },
  promotions: [],
  bonusTiers: [
    { fromCents: 50_000, percent: 5 },
    { fromCents: 200_000, percent: 10 },
  ],
  news: [],
  couponCount: 0,
  support: { email: "help@example.com", qr: "", hours: 24 },
  antiFraud: "",
  ...more,
});
