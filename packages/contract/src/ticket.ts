/**
 * Tickets: what GET downloads are opened with, since a session never stands in a URL
 * (spec/api#tickets).
 */
import { z } from "zod";
import { call } from "./call.ts";
import { at, optional, text } from "./fields.ts";

export const ticket = call({
  path: "/v1/ticket",
  summary:
    "A ticket for one download, good for a minute: GET /v1/invoice, /v1/statement, /v1/static/export.",
  question: {
    what: z.enum(["invoice", "export", "statement"], "badField"),
    orderNo: optional(text(40)).describe("Of an invoice."),
    month: optional(text(10)).describe("Of a statement: YYYY-MM."),
  },
  answer: { ticket: z.string(), expiresAt: at },
});
