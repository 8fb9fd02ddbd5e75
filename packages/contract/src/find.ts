/** Searches an account's items by part of their name, for the command palette and for scripts. */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { requiredText } from "./fields.ts";

export const foundKinds = [
  "subAccount",
  "static",
  "short",
  "openedIp",
  "plan",
  "port",
  "whitePort",
  "whitelist",
  "link",
  "order",
  "webhook",
] as const;

export const find = call({
  path: "/v1/find",
  access: "read",
  summary: "Finds what the account has by a piece of its name, address, remark or number.",
  tag: "Account",
  question: { q: requiredText(60).describe("Text to look for.") },
  answer: {
    items: z
      .array(
        z.object({
          kind: z.enum(foundKinds).describe("What was found."),
          id: z.string().describe("Its id."),
          name: z.string().describe("Its name, address or number."),
          detail: z
            .string()
            .describe("What tells it from others, such as a remark, a country or an amount."),
          to: z.string().describe("The dashboard screen that shows it."),
        }),
      )
      .describe("At most five of each kind; what starts with the text comes first."),
  },
  example: {
    question: { q: "shop" },
    answer: {
      items: [
        {
          kind: "subAccount",
          id: customer.subAccountIds.shop,
          name: "Shopper02",
          detail: "price checks",
          to: "/cli/account-manage",
        },
        {
          kind: "static",
          id: customer.staticIds.frankfurt,
          name: customer.frankfurt.host,
          detail: "DE · shop, Germany",
          to: "/cli/static-proxies",
        },
      ],
    },
  },
});

export const findCalls = { find };
