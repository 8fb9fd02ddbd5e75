/**
 * CDKeys: vouchers for traffic or IPs that enterprise customers make (spec/cdkeys#making,
 * spec/cdkeys#redeeming).
 */
import { mayHold } from "@turnpike/rules/cdkey.ts";
import { z } from "zod";
import { call } from "./call.ts";
import { at, integer, optional, paged, paging, requestId, requiredText, text } from "./fields.ts";
import { mfaCode } from "./session.ts";

export const cdkeyKind = z.enum(["ip", "traffic"], "badField");
export const cdkeyStatus = z.enum(["unused", "used"], "badField");
/** IPs, or GB of traffic. */
const amount = z.int();

export const cdkey = z.object({
  id: z.string(),
  code: z.string(),
  kind: cdkeyKind,
  amount,
  producedAt: at,
  status: cdkeyStatus,
  usedAt: at.nullable(),
  redeemerEmail: z.string().nullable(),
});

export const cdkeyMake = call({
  path: "/v1/cdkeyMake",
  once: true,
  summary: "Makes CDKeys out of the IP or traffic balance.",
  question: {
    kind: cdkeyKind,
    amount: integer(1, 1_000_000, "badQuantity", "enterQuantity").describe(
      "Of each key: IPs, 100 at least, or whole GB.",
    ),
    count: integer(1, 1_000, "badQuantity", "enterQuantity"),
    mfaCode,
    requestId,
  },
  misfit: (asked) => (mayHold(asked) ? null : { field: "amount", reason: "cdkeyMinimum" }),
  answer: { items: z.array(cdkey) },
});

export const cdkeys = call({
  path: "/v1/cdkeys",
  access: "key",
  summary: "The CDKeys that the account made, newest first.",
  question: {
    ...paging,
    status: optional(cdkeyStatus),
    kind: optional(cdkeyKind),
    search: optional(text(60)),
  },
  answer: paged(cdkey),
});

export const cdkeyUse = call({
  path: "/v1/cdkeyUse",
  once: true,
  summary: "Redeems a CDKey: what it holds is the account's at once.",
  question: {
    code: requiredText(100, "enterCdkey").pipe(z.string().min(1, "enterCdkey")),
    requestId,
  },
  answer: { kind: cdkeyKind, amount },
});

export const cdkeyRecord = call({
  path: "/v1/cdkeyRecord",
  access: "key",
  summary: "The CDKeys that the account redeemed, newest first.",
  question: paging,
  answer: paged(
    z.object({ id: z.string(), code: z.string(), kind: cdkeyKind, amount, usedAt: at }),
  ),
});
