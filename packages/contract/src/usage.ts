/** The usage report of all products (spec/traffic-plan#usage). Hours, days and months are UTC. */
import {
  dimensions,
  grains,
  maxUsageDays,
  usageParts,
  usageProducts,
} from "@turnpike/rules/usage.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, bytes, instant, instantEnd, integer, optional, text } from "./fields.ts";
import type { FileCall } from "./service-call.ts";
import { outcomes } from "./request-log.ts";

/** Fields of a usage report's request, of its export and of the ticket for it. */
export const usageRequest = {
  product: optional(z.enum(usageProducts, "badField")).describe(
    "Only this product; all of them if absent.",
  ),
  from: optional(instant()).describe(
    "The start of the span, included; a bare day starts at midnight UTC. 30 days before `to` by default.",
  ),
  to: optional(instantEnd()).describe(
    `The end of the span, included, at most ${maxUsageDays} days after \`from\`; a bare day ends at midnight UTC. Now by default.`,
  ),
  grain: z
    .enum(grains, "badField")
    .default("day")
    .describe(
      "The length of a step: an hour, a day or a month (UTC). `day` by default. By the month whole days are included.",
    ),
  by: optional(z.enum(dimensions, "badField")).describe(
    "The dimension that sums and series are split by; not split if absent. By the hour at most 93 days then.",
  ),
  account: optional(text(22)).describe("Only traffic of this sub-account, by name."),
  country: optional(text(10)).describe(
    "Only traffic through exits in this country (ISO 3166-1 alpha-2).",
  ),
  domain: optional(text(253)).describe("Only traffic to this host."),
  top: integer(1, 100, "badField")
    .default(10)
    .describe("The number of keys to return in `top`, those with most traffic. 10 by default."),
};

const sums = {
  bytes: bytes.describe("Traffic in both directions together, in bytes."),
  upBytes: bytes.describe("Traffic from the client, in bytes."),
  downBytes: bytes.describe("Traffic to the client, in bytes."),
  requests: z.int().describe("Tunnels and requests that were opened."),
  succeeded: z.int().describe("Tunnels and requests that ended without an error."),
  failed: z
    .int()
    .describe(
      "Tunnels and requests that were refused, cut or failed; a refused one was never opened.",
    ),
};
const ms = z.int().nullable();
const totals = z.object({
  ...sums,
  connectP50Ms: ms.describe("The median time to connect to targets; null without a measurement."),
  connectP95Ms: ms.describe(
    "The 95th percentile of the time to connect to targets; null without a measurement.",
  ),
});

export const usage = call({
  path: "/v1/usage",
  access: "read",
  summary:
    "Returns the usage of all products, by step and by a dimension of your choice, with the span before.",
  description:
    "Sums equal those of the ledger and of `/v1/traffic/statis` to the byte, whatever they are split by: unrecorded traffic counts under `(unknown)`, traffic beyond the keys that are shown or kept under `(other)`.",
  tag: "Traffic plan",
  request: usageRequest,
  response: {
    from: at.describe("The start of the span: an hour or a day."),
    to: at.describe("The end of the span, not included."),
    grain: z.enum(grains).describe("The length of a step."),
    totals: totals.describe("The sums of the span."),
    previous: totals.describe("The sums of as many steps before the span."),
    series: z
      .array(
        z.object({
          at: at.describe("The time the step begins."),
          key: z
            .string()
            .optional()
            .describe("With `by`: the first ten keys of `top`, and `(other)` for the rest."),
          country: z.string().optional().describe("By city: the city's country."),
          ...sums,
        }),
      )
      .describe("The steps, oldest first; with `by` only those that are not empty."),
    top: z
      .array(
        z.object({
          key: z
            .string()
            .describe(
              "A sub-account's name, pool, country, city, host, product or outcome; in brackets for the rest: `(other)`, `(unknown)`, and a product that is used without a sub-account.",
            ),
          country: z.string().optional().describe("By city: the city's country."),
          label: z.string().describe("The key's name, in the language of the call."),
          ...sums,
        }),
      )
      .describe("With `by`: the keys with most traffic, and `(other)` for the rest, if any."),
    reasons: z
      .array(
        z.object({
          reason: z.string().describe("The reason, as in the request log."),
          outcome: z.enum(outcomes).describe("The outcome: refused, cut or failed."),
          label: z.string().describe("The meaning of the reason, in the language of the call."),
          fix: z.string().describe("The advice on the reason, in the language of the call."),
          requests: z.int().describe("The number of tunnels and requests."),
        }),
      )
      .describe(
        "Reasons that tunnels and requests did not succeed, the most frequent first; 50 at most. Empty with `domain`.",
      ),
  },
  refusals: ["subAccountNotFound"],
  example: {
    request: { from: "2026-03-15T00:00:00Z", to: "2026-03-15T23:59:59Z", by: "domain" },
    response: {
      from: "2026-03-15T00:00:00.000Z",
      to: "2026-03-16T00:00:00.000Z",
      grain: "day",
      totals: { ...exampleSums(1), connectP50Ms: 41, connectP95Ms: 180 },
      previous: { ...exampleSums(0.5), connectP50Ms: 44, connectP95Ms: 210 },
      series: [{ at: "2026-03-15T00:00:00.000Z", key: "shop.example.com", ...exampleSums(1) }],
      top: [{ key: "shop.example.com", label: "shop.example.com", ...exampleSums(1) }],
      reasons: [
        {
          reason: "targetNotAllowed",
          outcome: "refused",
          label: "This target is not allowed.",
          fix: "Use another target.",
          requests: 90,
        },
      ],
    },
  },
});

function exampleSums(gb: number) {
  const bytes = gb * customer.GB;
  return {
    bytes,
    upBytes: bytes / 10,
    downBytes: bytes - bytes / 10,
    requests: gb * 9_000,
    succeeded: gb * 8_900,
    failed: gb * 100,
  };
}

/** The files of a usage report. Each is one table, whose rows can be added up. */

/** Query parameters of the export besides `ticket` and `lang`. */
export const usageFileRequest = {
  ...usageRequest,
  part: z
    .enum(usageParts, "badField")
    .default("series")
    .describe(
      "The table: `series` has a row for each step and key, `totals` one for the span and one for the span before, `top` one for each key of `by`, `reasons` one for each reason. `series` by default.",
    ),
};

export const usageFile: FileCall = {
  path: "/v1/usageExport",
  request: z.object(usageFileRequest),
  summary:
    "Downloads one table of the usage report; the address or the ticket has the fields of /v1/usage, and `part`.",
  types: ["text/csv"],
  refusals: ["badField", "subAccountNotFound"],
  example:
    "at,key,country,bytes,upBytes,downBytes,requests,succeeded,failed\n2026-03-15T00:00:00.000Z,shop.example.com,,1000000000,100000000,900000000,9000,8900,100\n",
};

export const usageCalls = { usage };
