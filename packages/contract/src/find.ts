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
  summary: "Finds things of the account by a part of their name, address, remark or number.",
  tag: "Account",
  request: { q: requiredText(60).describe("The text to look for.") },
  response: {
    items: z
      .array(
        z.object({
          kind: z.enum(foundKinds).describe("The kind of entry."),
          id: z.string().describe("The entry's ID."),
          name: z.string().describe("The entry's name, address or number."),
          detail: z
            .string()
            .describe("A distinguishing detail, such as a remark, a country or an amount."),
          to: z.string().describe("The dashboard screen of the entry."),
        }),
      )
      .describe("At most five of each kind; matches at the start of the text come first."),
  },
  example: {
    request: { q: "shop" },
    response: {
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
