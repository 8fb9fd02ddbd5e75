/**
 * The traffic plan and its statistics (spec/traffic-plan#calls). Days, hours and months are UTC.
 */
import { z } from "zod";
import { call } from "./call.ts";
import { at, bytes, instant, instantEnd, integer, oneOf, optional, text } from "./fields.ts";

const days = oneOf([7, 30], "badDays").default(30);
const account = optional(text(22));

export const trafficInfo = call({
  path: "/v1/trafficInfo",
  access: "key",
  summary: "What is left, used and allotted, and how to connect.",
  answer: {
    balanceBytes: bytes,
    usedBytes: bytes,
    allocatedBytes: bytes,
    enterprise: z.boolean(),
    grammar: z.object({
      pattern: z.string(),
      parameters: z.array(
        z.object({
          name: z.string(),
          aliases: z.array(z.string()),
          example: z.string(),
          help: z.string(),
        }),
      ),
    }),
    endpoints: z.array(
      z.object({
        region: z.string(),
        host: z.string(),
        port: z.int(),
        protocols: z.array(z.string()),
      }),
    ),
    exampleTarget: z
      .string()
      .describe(
        "What the examples fetch: the lab target's `/ip` in the lab, else `https://example.com/`.",
      ),
  },
});

export const statis = call({
  path: "/v2/statis",
  access: "key",
  summary: "Traffic by day, every day of the span, oldest first.",
  question: { days },
  answer: {
    todayBytes: bytes,
    totalBytes: bytes,
    requests: z.int(),
    items: z.array(z.object({ day: z.string(), bytes, requests: z.int() })),
  },
});

export const trafficStatis = call({
  path: "/v1/traffic/statis",
  access: "key",
  summary: "Traffic by day or hour, of one sub-account or of all; every step of the span.",
  question: {
    days,
    account,
    from: optional(instant()),
    to: optional(instantEnd()),
    by: z.enum(["day", "hour"], "badField").default("day"),
  },
  answer: {
    items: z.array(z.object({ at, bytes, upBytes: bytes, downBytes: bytes, requests: z.int() })),
  },
});

export const trafficStatisMonth = call({
  path: "/v1/traffic/statisMonth",
  access: "key",
  summary: "Traffic by month, oldest first.",
  question: { months: integer(1, 36, "badField").default(12) },
  answer: { items: z.array(z.object({ month: z.string(), bytes })) },
});

export const trafficStatisDomain = call({
  path: "/v1/traffic/statisDomain",
  access: "key",
  summary: "The target hosts that took most traffic.",
  question: { days, account, top: integer(1, 100, "badField").default(20) },
  answer: { items: z.array(z.object({ domain: z.string(), bytes, requests: z.int() })) },
});
