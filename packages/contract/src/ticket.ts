/**
 * Tickets authorize GET downloads, since a session token never goes into a URL (spec/api#tickets).
 */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, optional, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import type { FileCall } from "./service-call.ts";
import { usageFileRequest } from "./usage.ts";
import { secret } from "./secret.ts";
import { freshProof } from "./session.ts";

/** Fields of a usage report; the download's URL may contain them instead. */
const { grain, top, part, ...without } = usageFileRequest;
const ticketUsage = {
  ...without,
  grain: optional(grain.unwrap()).describe("For a usage report: the length of a step."),
  top: optional(top.unwrap()).describe("For a usage report: the number of keys to list."),
  part: optional(part.unwrap()).describe("For a usage report: the table to export."),
};

export const ticket = call({
  path: "/v1/ticket",
  access: "manage",
  accessWith: {
    what: { invoice: "money", statement: "money", usage: "read", personalData: "session" },
  },
  summary:
    "Creates a ticket that opens one download, such as an invoice or an export, within a minute.",
  description:
    "`export` opens any of the proxy exports. `personalData` needs a fresh proof, and is possible once in 24 hours: 429 `tooSoon` with `data.retryAfterSeconds`. Never put a session into an address.",
  tag: "Money",
  request: {
    what: z
      .enum(["invoice", "export", "statement", "usage", "personalData"], "badField")
      .describe(
        "The file to open: an order's invoice, an export of proxies, a month's statement, a usage report, or all that is kept about the account.",
      ),
    orderNo: optional(text(40)).describe("The order's number, for its invoice."),
    invoiceNo: optional(text(40)).describe(
      "The number of an invoice or a credit note, in place of `orderNo`.",
    ),
    month: optional(text(10)).describe("The month as YYYY-MM, for a statement."),
    ...freshProof,
    ...ticketUsage,
  },
  response: {
    ticket: secret(z.string().describe("The ticket: valid once, within a minute.")),
    expiresAt: at.describe("The time the ticket expires."),
  },
  refusals: ["badMonth", "orderNotFound", "invoiceNotReady", "tooSoon", ...reasons.freshProof],
  example: {
    request: { what: "invoice", orderNo: customer.orders.traffic.orderNo },
    response: { ticket: "EXAMPLE-TICKET", expiresAt: customer.now.replace("09:30", "09:31") },
  },
});

export const invoiceFile: FileCall = {
  path: "/v1/invoice",
  summary: "Downloads an invoice or a credit note.",
  types: ["application/pdf"],
};
export const statementFile: FileCall = {
  path: "/v1/statement",
  summary: "Downloads one month of the account's ledger.",
  types: ["text/csv"],
  refusals: ["badMonth"],
  example:
    "date,asset,kind,amount,balance,reference\n2026-03-01,Wallet,Order,-220.00,305.00,T260301-001\n",
};

export const personalDataFile: FileCall = {
  path: "/v1/personalData",
  summary: "Downloads all that is kept about the account, as JSON and CSV in one archive.",
  types: ["application/zip"],
  refusals: ["tooSoon"],
};

export const ticketCalls = { ticket };
