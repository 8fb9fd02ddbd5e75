/** Topping the wallet up (spec/money#calls, spec/lab#payments). */
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { z } from "zod";
import { call } from "./call.ts";
import { at, cents, id, integer, paged, paging, requestId } from "./fields.ts";
import { order } from "./order.ts";

export const bonusTier = z.object({ fromCents: cents, percent: z.number() });
export const outsideMethod = z.enum(["card", "crypto"], "badMethod");
export const paymentStatus = z.enum(["pending", "paid", "failed", "expired", "refunded"]);

export const recharge = call({
  path: "/v1/recharge",
  once: true,
  summary: "Starts a payment into the wallet.",
  question: {
    amountCents: integer(rechargeCents.least, rechargeCents.most, "badAmount"),
    method: outsideMethod,
    requestId,
  },
  answer: { paymentId: z.string(), payUrl: z.string() },
});

export const payment = call({
  path: "/v1/payment",
  access: "key",
  summary: "Where a payment stands.",
  question: { paymentId: id() },
  answer: {
    status: paymentStatus,
    amountCents: cents,
    bonusCents: cents,
    receivedCents: cents.describe(
      "What has arrived in all; below the amount while a part is missing, above it where more came.",
    ),
    refundedCents: cents,
    method: outsideMethod,
    payUrl: z.string().describe("The page where it is paid."),
    surplusCents: cents.describe("What went into the wallet beyond what was to be paid."),
    orderNo: z.string().nullable().describe("The order that it pays; null for a recharge."),
    order: order
      .pick({ name: true, sku: true, quantity: true, status: true, renewal: true })
      .nullable()
      .describe("What that order buys."),
  },
});

export const rechargeList = call({
  path: "/v1/rechargeList",
  access: "key",
  summary: "The wallet's recharges, newest first, and the bonus tiers.",
  question: paging,
  answer: {
    bonusTiers: z.array(bonusTier),
    ...paged(
      z.object({
        id: z.string(),
        amountCents: cents,
        bonusCents: cents,
        method: outsideMethod,
        status: paymentStatus,
        receivedCents: cents,
        refundedCents: cents,
        createdAt: at,
      }),
    ),
  },
});
