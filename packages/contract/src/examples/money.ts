/** Prices, orders and payments, by example. */
import { exampleId, now, orders, paymentId, site } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const payUrl = `${site}/pay/${paymentId}`;
const bonusTiers = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];
const pieces = { enterprise: false, stepQty: 1, region: null };

export const moneyExamples = {
  priceList: {
    question: {},
    answer: {
      products: [
        {
          sku: "traffic-standard",
          kind: "traffic",
          name: "Residential traffic",
          unit: "GB",
          days: null,
          minQty: 1,
          maxQty: 100_000,
          ...pieces,
          tiers: [
            { fromQty: 1, unitMicros: 3_500_000 },
            { fromQty: 10, unitMicros: 3_000_000 },
            { fromQty: 50, unitMicros: 2_500_000 },
            { fromQty: 100, unitMicros: 2_200_000 },
            { fromQty: 500, unitMicros: 1_900_000 },
          ],
        },
        {
          sku: "static-30",
          kind: "static",
          name: "Static ISP proxy, 30 days",
          unit: "proxy",
          days: 30,
          minQty: 1,
          maxQty: 10_000,
          ...pieces,
          tiers: [
            { fromQty: 1, unitMicros: 5_000_000 },
            { fromQty: 50, unitMicros: 4_500_000 },
            { fromQty: 200, unitMicros: 4_000_000 },
          ],
        },
      ],
    },
  },
  quote: {
    question: { sku: "traffic-standard", quantity: 100, couponId: exampleId(501) },
    answer: { listCents: 22_000, discountCents: 2_200, totalCents: 19_800 },
  },
  placeOrder: {
    question: {
      sku: "traffic-standard",
      quantity: 100,
      method: "wallet",
      requestId: "order-2026-03-01-a",
    },
    answer: { order: orders.traffic },
  },
  orderList: {
    question: { page: 1, limit: 10, status: "paid" },
    answer: onePage([orders.short, orders.ports, orders.ip, orders.static, orders.traffic]),
  },
  coupons: {
    question: { status: "usable" },
    answer: {
      items: [
        {
          id: exampleId(501),
          kind: "discount",
          title: "10% off any order",
          percent: 10,
          giftSku: null,
          giftAmount: null,
          minCents: null,
          expiresAt: "2026-04-30T00:00:00.000Z",
          usedAt: null,
        },
      ],
    },
  },
  recharge: {
    question: { amountCents: 50_000, method: "card", requestId: "recharge-2026-03-01" },
    answer: { paymentId, payUrl },
  },
  payment: {
    question: { paymentId },
    answer: {
      status: "paid",
      amountCents: 50_000,
      bonusCents: 2_500,
      receivedCents: 50_000,
      refundedCents: 0,
      method: "card",
      payUrl,
      surplusCents: 0,
      orderNo: null,
      order: null,
    },
  },
  rechargeList: {
    question: { page: 1, limit: 10 },
    answer: {
      bonusTiers,
      ...onePage([
        {
          id: paymentId,
          amountCents: 50_000,
          bonusCents: 2_500,
          method: "card" as const,
          status: "paid" as const,
          receivedCents: 50_000,
          refundedCents: 0,
          createdAt: "2026-03-01T10:00:00.000Z",
        },
      ]),
    },
  },
  ticket: {
    question: { what: "invoice", orderNo: orders.traffic.orderNo },
    answer: { ticket: "EXAMPLE-TICKET", expiresAt: now.replace("09:30", "09:31") },
  },
} satisfies SomeExamples;
