/** The account's own ledger (spec/accounts#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, optional, paged, paging, text } from "./fields.ts";

export const ledger = call({
  path: "/v1/ledger",
  access: "read",
  summary: "Every line of the account's ledger, newest first, with its running balance.",
  description: "`amount` and `balance` are in the asset's own unit: cents, bytes, or pieces.",
  tag: "Money",
  question: {
    ...paging,
    asset: optional(text(20)).describe("Only lines of this asset, such as `wallet` or `traffic`."),
  },
  answer: paged(
    z.object({
      id: z.string().describe("The line's id."),
      at: at.describe("When it was booked."),
      asset: z.string().describe("What was booked: the wallet, traffic, IPs, credits or profit."),
      amount: z.int().describe("The change, in the asset's own unit; negative for what went out."),
      balance: z.int().describe("The balance after this line, in the asset's own unit."),
      kind: z.string().describe("Why it was booked, such as `order`, `recharge` or `refund`."),
      ref: z.string().describe("What it belongs to, such as an order number."),
    }),
  ),
  example: {
    question: { asset: "wallet", page: 1, limit: 10 },
    answer: {
      items: [
        {
          id: customer.exampleId(307),
          at: "2026-03-15T10:05:00.000Z",
          asset: "wallet",
          amount: -100,
          balance: 24_500,
          kind: "order",
          ref: customer.orders.short.orderNo,
        },
        {
          id: customer.exampleId(306),
          at: "2026-03-14T16:20:00.000Z",
          asset: "wallet",
          amount: 1_800,
          balance: 24_600,
          kind: "profit",
          ref: "balance",
        },
        {
          id: customer.exampleId(305),
          at: "2026-03-05T10:05:00.000Z",
          asset: "wallet",
          amount: -4_500,
          balance: 22_800,
          kind: "order",
          ref: customer.orders.ports.orderNo,
        },
      ],
      total: 7,
      page: 1,
      limit: 10,
    },
  },
});

export const ledgerCalls = { ledger };
