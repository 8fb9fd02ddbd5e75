/** Wallet top-ups (spec/money#calls, spec/lab#payments). */
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/money.ts";
import { at, cents, id, integer, paged, paging, requestId } from "./fields.ts";
import { order } from "./order.ts";

export const bonusTier = z
  .object({
    fromCents: cents.describe("The smallest recharge that this bonus applies to, in US cents."),
    percent: z.number().describe("The bonus in percent of the recharge."),
  })
  .meta({ id: "BonusTier", description: "The bonus on a recharge from a sum on." });
export const outsideMethod = z.enum(["card", "crypto"], "badMethod");
export const paymentStatus = z.enum(["pending", "paid", "failed", "expired", "refunded"]);

export const recharge = call({
  path: "/v1/recharge",
  access: "buy",
  takesRequestId: true,
  summary: "Starts a payment into the wallet.",
  description:
    "The smallest recharge is 5 US dollars. A person pays at `payUrl`; `/v1/payment` tells how far the payment is.",
  tag: "Money",
  question: {
    amountCents: integer(rechargeCents.least, rechargeCents.most, "badAmount").describe(
      "How much to pay in, in US cents; 500 at least.",
    ),
    method: outsideMethod.describe("How to pay."),
    requestId,
  },
  answer: {
    paymentId: z.string().describe("The payment's id, as `/v1/payment` takes it."),
    payUrl: z.string().describe("The page where a person pays."),
  },
  refusals: ["paymentMethodUnavailable", "tooMany"],
  example: {
    question: { amountCents: 50_000, method: "card", requestId: "recharge-2026-03-01" },
    answer: { paymentId: customer.paymentId, payUrl: examples.payUrl },
  },
});

export const payment = call({
  path: "/v1/payment",
  access: "read",
  summary: "The state of a payment.",
  description:
    "Ask again every few seconds while a payment is open; `status` tells when it is over.",
  tag: "Money",
  question: { paymentId: id().describe("The payment, by its id.") },
  answer: {
    status: paymentStatus.describe("`pending` until it is over."),
    amountCents: cents.describe("The sum to be paid, in US cents."),
    bonusCents: cents.describe("The bonus that comes on top, in US cents."),
    receivedCents: cents.describe(
      "What has arrived so far, in US cents; it can be less or more than the amount.",
    ),
    refundedCents: cents.describe("What was refunded in all, in US cents."),
    method: outsideMethod.describe("How it is paid."),
    payUrl: z.string().describe("The page where a person pays."),
    surplusCents: cents.describe(
      "What was paid beyond the amount and went into the wallet, in US cents.",
    ),
    orderNo: z.string().nullable().describe("The order that it pays for; null for a recharge."),
    order: order
      .pick({ name: true, sku: true, quantity: true, status: true, renewal: true })
      .nullable()
      .describe("What that order buys; null for a recharge."),
  },
  refusals: ["paymentNotFound"],
  example: {
    question: { paymentId: customer.paymentId },
    answer: {
      status: "paid",
      amountCents: 50_000,
      bonusCents: 2_500,
      receivedCents: 50_000,
      refundedCents: 0,
      method: "card",
      payUrl: examples.payUrl,
      surplusCents: 0,
      orderNo: null,
      order: null,
    },
  },
});

export const rechargeList = call({
  path: "/v1/rechargeList",
  access: "read",
  summary: "The wallet's recharges, newest first, and the bonus tiers.",
  tag: "Money",
  question: paging,
  answer: {
    bonusTiers: z.array(bonusTier).describe("The bonus on a recharge, by its sum."),
    ...paged(
      z.object({
        id: z.string().describe("The recharge's id."),
        amountCents: cents.describe("The sum, in US cents."),
        bonusCents: cents.describe("The bonus that came on top, in US cents."),
        method: outsideMethod.describe("How it is paid."),
        status: paymentStatus.describe("`pending` until it is over."),
        receivedCents: cents.describe("What has arrived so far, in US cents."),
        refundedCents: cents.describe("What was refunded in all, in US cents."),
        createdAt: at.describe("When it was started."),
      }),
    ),
  },
  example: {
    question: { page: 1, limit: 10 },
    answer: {
      bonusTiers: examples.bonusTiers,
      ...onePage([
        {
          id: customer.paymentId,
          amountCents: 50_000,
          bonusCents: 2_500,
          method: "card",
          status: "paid",
          receivedCents: 50_000,
          refundedCents: 0,
          createdAt: "2026-03-01T10:00:00.000Z",
        },
      ]),
    },
  },
});

export const paymentCalls = { recharge, payment, rechargeList };
