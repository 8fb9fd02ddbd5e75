/** The usage report of all products (spec/traffic-plan#usage). Hours, days and months are UTC. */
import { dimensions, grains, maxUsageDays, usageProducts } from "@turnpike/rules/usage.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, bytes, instant, instantEnd, integer, optional, text } from "./fields.ts";
import type { FileCall } from "./service-call.ts";
import { outcomes } from "./request-log.ts";

/** Fields of a usage report's request, of its export and of the ticket for it. */
export const usageQuestion = {
  product: optional(z.enum(usageProducts, "badField")).describe(
    "One product; all of them if absent.",
  ),
  from: optional(instant()).describe(
    "The first moment to include; a bare day starts at midnight UTC. 30 days before `to` by default.",
  ),
  to: optional(instantEnd()).describe(
    `The last moment to include, at most ${maxUsageDays} days after \`from\`; a bare day ends at midnight UTC. Now by default.`,
  ),
  grain: z
    .enum(grains, "badField")
    .default("day")
    .describe(
      "The length of a step: an hour, a day or a month (UTC). `day` by default. By the month whole days are included.",
    ),
  by: optional(z.enum(dimensions, "badField")).describe(
    "What sums and series are split by; not split if absent. By the hour at most 93 days then.",
  ),
  account: optional(text(22)).describe("The name of a sub-account; only its traffic then."),
  country: optional(text(10)).describe("The exit's country (ISO 3166-1 alpha-2)."),
  domain: optional(text(253)).describe("The target's host."),
  top: integer(1, 100, "badField")
    .default(10)
    .describe("How many keys to answer in `top`, those with most traffic. 10 by default."),
};

const sums = {
  bytes: bytes.describe("Traffic in both directions together, in bytes."),
  upBytes: bytes.describe("Traffic from the client, in bytes."),
  downBytes: bytes.describe("Traffic to the client, in bytes."),
  requests: z.int().describe("Tunnels and requests that were opened."),
  succeeded: z.int().describe("Tunnels and requests that ended without an error."),
  failed: z
    .int()
    .describe("Those that were refused, cut or failed; a refused one was never opened."),
};
const ms = z.int().nullable();
const totals = z.object({
  ...sums,
  connectP50Ms: ms.describe("Half of the connections to targets took at most so long; or null."),
  connectP95Ms: ms.describe("95% of the connections to targets took at most so long; or null."),
});

export const usage = call({
  path: "/v1/usage",
  access: "read",
  summary: "What was used of all products, by step and by what you choose, beside the span before.",
  description:
    "Sums equal those of the ledger and of `/v1/traffic/statis` to the byte, whatever they are split by: what was not recorded counts under `(unknown)`, what is beyond the keys that are shown or kept under `(other)`.",
  tag: "Traffic plan",
  question: usageQuestion,
  answer: {
    from: at.describe("When the span begins: at an hour or a day."),
    to: at.describe("When the span ends; not included."),
    grain: z.enum(grains).describe("The length of a step."),
    totals: totals.describe("The sums of the span."),
    previous: totals.describe("The sums of as many steps before it."),
    series: z
      .array(
        z.object({
          at: at.describe("When the step begins."),
          key: z
            .string()
            .optional()
            .describe("With `by`: the first ten keys of `top`, and `(other)` for the rest."),
          country: z.string().optional().describe("By city: the city's country."),
          ...sums,
        }),
      )
      .describe("The steps, oldest first; with `by` only those with something in them."),
    top: z
      .array(
        z.object({
          key: z
            .string()
            .describe(
              "A sub-account's name, country, city, host, product or outcome; in brackets what is none: `(other)`, `(unknown)`, and a product that is used without a sub-account.",
            ),
          country: z.string().optional().describe("By city: the city's country."),
          label: z.string().describe("Its name in the language of the call."),
          ...sums,
        }),
      )
      .describe("With `by`: the keys with most traffic, and `(other)` for the rest, if any."),
    reasons: z
      .array(
        z.object({
          reason: z.string().describe("The reason, as in the request log."),
          outcome: z.enum(outcomes).describe("Whether it was refused, cut or failed."),
          label: z.string().describe("What it means, in the language of the call."),
          fix: z.string().describe("What you can do about it."),
          requests: z.int().describe("How many tunnels and requests."),
        }),
      )
      .describe(
        "Why tunnels and requests did not succeed, the most frequent first; 50 at most. Empty with `domain`.",
      ),
  },
  refusals: ["subAccountNotFound"],
  example: {
    question: { from: "2026-03-15T00:00:00Z", to: "2026-03-15T23:59:59Z", by: "domain" },
    answer: {
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
export const usageParts = ["series", "totals", "top", "reasons"] as const;
export type UsagePart = (typeof usageParts)[number];

/** Query parameters of the export besides `ticket` and `lang`. */
export const usageFileQuestion = {
  ...usageQuestion,
  part: z
    .enum(usageParts, "badField")
    .default("series")
    .describe(
      "The table: `series` has a row for each step and key, `totals` one for the span and one for the span before, `top` one for each key of `by`, `reasons` one for each reason. `series` by default.",
    ),
};

export const usageFile: FileCall = {
  path: "/v1/usageExport",
  question: z.object(usageFileQuestion),
  summary:
    "One table of the usage report; the address or the ticket has the fields of /v1/usage, and `part`.",
  types: ["text/csv"],
  refusals: ["badField", "subAccountNotFound"],
  example:
    "at,key,country,bytes,upBytes,downBytes,requests,succeeded,failed\n2026-03-15T00:00:00.000Z,shop.example.com,,1000000000,100000000,900000000,9000,8900,100\n",
};

export const usageCalls = { usage };
