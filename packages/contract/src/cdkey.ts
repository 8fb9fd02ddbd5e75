/**
 * CDKeys: vouchers for traffic or IPs that enterprise customers create (spec/cdkeys#making,
 * spec/cdkeys#redeeming).
 */
import { isCdkeyAmount } from "@turnpike/rules/cdkey.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import { at, integer, optional, paged, paging, requestId, requiredText, text } from "./fields.ts";
import { mfaCode } from "./session.ts";
import { secret } from "./secret.ts";

export const cdkeyKind = z.enum(["ip", "traffic"], "badField");
export const cdkeyStatus = z.enum(["unused", "used", "void"], "badField");
const shownPool = z
  .string()
  .optional()
  .describe("The pool of the traffic; absent for `residential` and for IPs.");
/** A number of IPs, or GB of traffic. */
const amount = z.int();

export const cdkey = z
  .object({
    id: z.string().describe("The CDKey's ID."),
    code: secret(
      z
        .string()
        .describe(
          "The code that redeems it. While it is `unused`, keys and roles without the scope `buy` (the access key too) get its first group and `*`.",
        ),
    ),
    kind: cdkeyKind.describe("The content of the CDKey: IPs of the pool, or traffic."),
    amount: amount.describe("The amount: IPs, or GB of traffic."),
    pool: shownPool,
    producedAt: at.describe("The time it was made."),
    status: cdkeyStatus.describe(
      "The CDKey's status. A `void` one can no longer be redeemed: its content is back in its maker's balance.",
    ),
    usedAt: at.nullable().describe("The time it was redeemed; null before."),
    redeemerEmail: z
      .string()
      .nullable()
      .describe("The e-mail address of the account that redeemed it, masked; null before."),
  })
  .meta({ id: "CdKey", description: "A code that is redeemed for IPs or traffic." });

const exampleKey = (number: number) => ({
  id: customer.exampleId(700 + number),
  code: `EXAMP-LEKEY-CODE${number}-00000`,
  kind: "traffic" as const,
  amount: 5,
  producedAt: customer.now,
  status: "unused" as const,
  usedAt: null,
  redeemerEmail: null,
});

export const cdkeyMake = call({
  path: "/v1/cdkeyMake",
  access: "money",
  needsVerifiedEmail: true,
  takesRequestId: true,
  spends: "always",
  summary: "Makes CDKeys from the IP or traffic balance.",
  description:
    "Takes `amount` times `count` out of the balance at once. `/v1/cdkeys` returns the codes again.",
  tag: "CDKeys",
  request: {
    kind: cdkeyKind.describe("The content of the CDKeys: IPs of the pool, or traffic."),
    pool: optional(text(40)).describe(
      "The pool of the traffic, the same for all keys; `residential` if absent.",
    ),
    amount: integer(1, 1_000_000, "badQuantity", "enterQuantity").describe(
      "The amount in each CDKey: 100 IPs or more, or whole GB of traffic.",
    ),
    count: integer(1, 1_000, "badQuantity", "enterQuantity").describe(
      "The number of CDKeys to make.",
    ),
    mfaCode,
    requestId,
  },
  crossFieldCheck: (asked) =>
    isCdkeyAmount(asked) ? null : { field: "amount", reason: "cdkeyMinimum" },
  response: { items: z.array(cdkey).describe("The CDKeys that were made.") },
  refusals: [
    "badField",
    "cdkeyNeedsEnterprise",
    "cdkeyMinimum",
    "insufficientTraffic",
    "insufficientIps",
  ],
  example: {
    request: {
      kind: "traffic",
      amount: 5,
      count: 2,
      mfaCode: "123456",
      requestId: "cdkeys-2026-03-16",
    },
    response: { items: [exampleKey(1), exampleKey(2)] },
  },
});

export const cdkeys = call({
  path: "/v1/cdkeys",
  access: "read",
  summary: "Lists the CDKeys that the account made, newest first.",
  tag: "CDKeys",
  request: {
    ...paging,
    status: optional(cdkeyStatus).describe("Only CDKeys with this status."),
    kind: optional(cdkeyKind).describe("Only CDKeys with this content."),
    search: optional(text(60)).describe("Part of a code or of a redeemer's e-mail address."),
  },
  response: paged(cdkey),
  example: {
    request: { status: "unused", kind: "traffic" },
    response: onePage([exampleKey(2), exampleKey(1)]),
  },
});

export const cdkeyUse = call({
  path: "/v1/cdkeyUse",
  access: "buy",
  takesRequestId: true,
  spends: "always",
  summary: "Redeems a CDKey; its content belongs to the account at once.",
  description: "After too many wrong codes the account is refused for a while.",
  tag: "CDKeys",
  request: {
    code: requiredText(100, "enterCdkey")
      .pipe(z.string().min(1, "enterCdkey"))
      .describe("The CDKey's code."),
    requestId,
  },
  response: {
    kind: cdkeyKind.describe("The content that was added: IPs of the pool, or traffic."),
    amount: amount.describe("The amount that was added: IPs, or GB of traffic."),
    pool: shownPool,
  },
  refusals: ["cdkeyNotFound", "cdkeyUsed", "cdkeyVoid", "identityNeeded", "tooManyTries"],
  example: {
    request: { code: exampleKey(1).code, requestId: "redeem-2026-03-16" },
    response: { kind: "traffic", amount: 5 },
  },
});

export const cdkeyRecord = call({
  path: "/v1/cdkeyRecord",
  access: "read",
  summary: "Lists the CDKeys that the account redeemed, newest first.",
  tag: "CDKeys",
  request: paging,
  response: paged(
    z.object({
      id: z.string().describe("The CDKey's ID."),
      code: secret(z.string().describe("The CDKey's code.")),
      kind: cdkeyKind.describe("The content of the CDKey: IPs of the pool, or traffic."),
      amount: amount.describe("The amount: IPs, or GB of traffic."),
      usedAt: at.describe("The time it was redeemed."),
    }),
  ),
  example: {
    request: { page: 1, limit: 10 },
    response: onePage([
      {
        id: exampleKey(1).id,
        code: exampleKey(1).code,
        kind: "traffic",
        amount: 5,
        usedAt: customer.now,
      },
    ]),
  },
});

export const cdkeyCalls = { cdkeyMake, cdkeys, cdkeyUse, cdkeyRecord };
