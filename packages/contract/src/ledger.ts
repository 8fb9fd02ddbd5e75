/** The account's own ledger (spec/accounts#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, optional, paged, paging, text } from "./fields.ts";

export const ledger = call({
  path: "/v1/ledger",
  access: "read",
  summary: "Lists all entries of the account's ledger, newest first, with the running balance.",
  description: "`amount` and `balance` are in the asset's own unit: cents, bytes, or pieces.",
  tag: "Money",
  request: {
    ...paging,
    asset: optional(text(48)).describe(
      "Only entries of this asset, such as `wallet` or `traffic`.",
    ),
  },
  response: paged(
    z.object({
      id: z.string().describe("The entry's ID."),
      at: at.describe("The time of the entry."),
      asset: z.string().describe("The asset: the wallet, traffic, IPs, credits or profit."),
      amount: z.int().describe("The change, in the asset's own unit; negative for what went out."),
      balance: z.int().describe("The balance after this entry, in the asset's own unit."),
      kind: z.string().describe("The kind of entry, such as `order`, `recharge` or `refund`."),
      ref: z.string().describe("The reference, such as an order number."),
    }),
  ),
  example: {
    request: { asset: "wallet", page: 1, limit: 10 },
    response: {
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
