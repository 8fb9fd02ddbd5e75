/** Wallet top-ups (spec/money#calls, spec/lab#payments). */
import { methodKinds, outsideMethods } from "@turnpike/rules/payment-method.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/money.ts";
import { at, cents, id, integer, paged, paging, quoteId, requestId } from "./fields.ts";
import { untaxed } from "./examples/payer.ts";
import { order } from "./order.ts";
import { promoCode } from "./promo.ts";
import { reasons } from "./reasons.ts";
import { taxed } from "./taxed.ts";

export const bonusTier = z
  .object({
    fromCents: cents.describe("The smallest recharge that this bonus applies to, in US cents."),
    percent: z.number().describe("The bonus in percent of the recharge."),
  })
  .meta({ id: "BonusTier", description: "The bonus on a recharge from a sum on." });
export const outsideMethod = z.enum(outsideMethods, "badMethod");
export const paymentStatus = z.enum(["pending", "paid", "failed", "expired", "refunded"]);

export const paymentMethods = call({
  path: "/v1/paymentMethods",
  access: "read",
  summary: "Lists what can be paid with, beside the wallet.",
  description: "`method` of recharges, orders and renewals takes an `id`.",
  tag: "Money",
  request: {},
  response: {
    items: z
      .array(
        z.object({
          id: outsideMethod.describe("The ID, as `method` takes it."),
          kind: z
            .enum(methodKinds)
            .describe(
              "What a person pays with; `wallet` is an account at a payment service, such as PayPal.",
            ),
          title: z.string().describe("Its name, in the language of the call."),
          minCents: cents.describe("The smallest sum that can be paid, in US cents."),
          reversible: z.boolean().describe("True if the payer can take the money back."),
        }),
      )
      .describe("Payment methods that this installation accepts, in the order to offer them in."),
  },
  example: {
    request: {},
    response: {
      items: [
        { id: "card", kind: "card", title: "Card", minCents: 50, reversible: true },
        { id: "crypto", kind: "crypto", title: "Cryptocurrency", minCents: 1, reversible: false },
      ],
    },
  },
});

export const recharge = call({
  path: "/v1/recharge",
  buys: true,
  access: "buy",
  takesRequestId: true,
  summary: "Starts a payment into the wallet.",
  description:
    "The smallest recharge is 500 cents. A person pays at `payUrl`; `/v1/payment` returns the payment's state.",
  tag: "Money",
  request: {
    amountCents: integer(rechargeCents.least, rechargeCents.most, "badAmount").describe(
      "The sum to pay in, in US cents; 500 at least.",
    ),
    method: outsideMethod.describe("The method of payment."),
    promoCode: promoCode.describe("A promo code; its percentage is a bonus."),
    quoteId,
    requestId,
  },
  response: {
    paymentId: z.string().describe("The payment's ID, as `/v1/payment` takes it."),
    payUrl: z.string().describe("The page where a person pays."),
    ...taxed,
  },
  refusals: ["paymentMethodUnavailable", "quoteExpired", "tooMany", ...reasons.promo],
  example: {
    request: { amountCents: 50_000, method: "card", requestId: "recharge-2026-03-01" },
    response: { paymentId: customer.paymentId, payUrl: examples.payUrl, ...untaxed(50_000) },
  },
});

export const payment = call({
  path: "/v1/payment",
  access: "read",
  summary: "Returns the state of a payment.",
  description:
    "Call it again every few seconds while a payment is open; `status` shows when it is over.",
  tag: "Money",
  request: { paymentId: id().describe("The payment, by its ID.") },
  response: {
    status: paymentStatus.describe("`pending` until it is over."),
    amountCents: cents.describe("The sum to be paid, in US cents."),
    bonusCents: cents.describe("The bonus, in US cents."),
    receivedCents: cents.describe(
      "The sum that has arrived so far, in US cents; it can be less or more than the amount.",
    ),
    refundedCents: cents.describe("The sum refunded so far, in US cents."),
    method: outsideMethod.describe("The method of payment."),
    payUrl: z.string().describe("The page where a person pays."),
    surplusCents: cents.describe(
      "The sum paid beyond the amount, which went into the wallet, in US cents.",
    ),
    orderNo: z.string().nullable().describe("The order that it pays for; null for a recharge."),
    order: order
      .pick({
        name: true,
        sku: true,
        kind: true,
        region: true,
        days: true,
        quantity: true,
        status: true,
        renewal: true,
      })
      .nullable()
      .describe("The product of that order; null for a recharge."),
  },
  refusals: ["paymentNotFound"],
  example: {
    request: { paymentId: customer.paymentId },
    response: {
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
  summary: "Lists the wallet's recharges, newest first, and the bonus tiers.",
  tag: "Money",
  request: paging,
  response: {
    bonusTiers: z.array(bonusTier).describe("Bonuses on recharges, by sum."),
    ...paged(
      z.object({
        id: z.string().describe("The recharge's ID."),
        amountCents: cents.describe("The sum, in US cents."),
        bonusCents: cents.describe("The bonus, in US cents."),
        method: outsideMethod.describe("The method of payment."),
        status: paymentStatus.describe("`pending` until it is over."),
        receivedCents: cents.describe("The sum that has arrived so far, in US cents."),
        refundedCents: cents.describe("The sum refunded so far, in US cents."),
        createdAt: at.describe("The time it was started."),
      }),
    ),
  },
  example: {
    request: { page: 1, limit: 10 },
    response: {
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

export const paymentCalls = { paymentMethods, recharge, payment, rechargeList };
