/** Customer search (spec/console#customers). */
import { z } from "zod";
import { at, cents, optional, paged, paging, requiredText, sortedBy } from "../fields.ts";
import { consoleCall } from "./call.ts";
import { holder, search } from "./fields.ts";

export const customerStatus = z.enum(["active", "disabled", "arrears", "closed"]);

export const customerRow = z
  .object({
    ...holder,
    status: customerStatus.describe("`arrears`: owes money; `closed`: closed by its holder."),
    createdAt: at.describe("When the account was created."),
    lastLoginAt: at.nullable().describe("When its holder signed in last."),
    walletCents: cents.describe("What is in the wallet."),
    paidCents: cents.describe("What it has paid for orders, refunds not subtracted."),
    emailVerified: z.boolean().describe("Whether the e-mail address is verified."),
  })
  .meta({ id: "CustomerRow" });

export const customerList = consoleCall({
  path: "/console/v1/customerList",
  access: "customers.read",
  summary: "Customers, the newest first.",
  question: {
    ...paging,
    search,
    status: optional(z.enum(customerStatus.options, "badField")).describe("Only with this status."),
    sort: sortedBy(["createdAt", "lastLoginAt"]).describe("The order; `-createdAt` by default."),
  },
  answer: paged(customerRow),
});

export const customerSearch = consoleCall({
  path: "/console/v1/customerSearch",
  access: "customers.read",
  summary:
    "Finds customers by anything of theirs: e-mail, account id, invitation code, sub-account, order, payment, CDKey, exit or client address.",
  question: { query: requiredText(200).describe("The text; at least two characters.") },
  answer: {
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
            .describe("What of theirs contains the text."),
          found: z.string().describe("That text, such as the sub-account's name."),
        }),
      )
      .describe("At most 50, exact matches first."),
  },
});

export const consoleCustomerListCalls = { customerList, customerSearch };
