/** Customer search (spec/console#customers). */
import { z } from "zod";
import { at, cents, optional, paged, paging, requiredText, sortedBy } from "../fields.ts";
import { consoleCall } from "./call.ts";
import { holder, search } from "./fields.ts";

export const customerStatus = z.enum(["active", "disabled", "arrears", "closed"]);

export const customerRow = z
  .object({
    ...holder,
    status: customerStatus.describe(
      "The status. `arrears`: owes money; `closed`: closed by its holder.",
    ),
    createdAt: at.describe("The time the account was created."),
    lastLoginAt: at.nullable().describe("The time of its holder's last sign-in."),
    walletCents: cents.describe("The wallet's balance."),
    paidCents: cents.describe("The sum paid for orders, refunds not subtracted."),
    emailVerified: z.boolean().describe("True if the e-mail address is verified."),
  })
  .meta({ id: "CustomerRow" });

export const customerList = consoleCall({
  path: "/console/v1/customerList",
  access: "customers.read",
  summary: "Lists customers, the newest first.",
  request: {
    ...paging,
    search,
    status: optional(z.enum(customerStatus.options, "badField")).describe(
      "Only customers with this status.",
    ),
    sort: sortedBy(["createdAt", "lastLoginAt"]).describe("The order; `-createdAt` by default."),
  },
  response: paged(customerRow),
});

export const customerSearch = consoleCall({
  path: "/console/v1/customerSearch",
  access: "customers.read",
  summary:
    "Finds customers by e-mail address, account ID, invitation code, sub-account, order, payment, CDKey, exit or client address.",
  request: { query: requiredText(200).describe("The text; at least two characters.") },
  response: {
    items: z
      .array(
        z.object({
          ...holder,
          by: z
            .enum([
              "email",
              "account",
              "inviteCode",
              "subAccount",
              "order",
              "payment",
              "cdkey",
              "exit",
              "address",
            ])
            .describe("The kind of match."),
          found: z.string().describe("The matching text, such as the sub-account's name."),
        }),
      )
      .describe("Matches, the exact ones first; 50 at most."),
  },
});

export const consoleCustomerListCalls = { customerList, customerSearch };
