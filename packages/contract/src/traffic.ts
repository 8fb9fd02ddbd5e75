/**
 * The traffic plan and its statistics (spec/traffic-plan#calls). Days, hours and months are UTC.
 */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as statistics from "./examples/statistics.ts";
import * as examples from "./examples/traffic.ts";
import { at, bytes, instant, instantEnd, integer, oneOf, optional, text } from "./fields.ts";

const days = oneOf([7, 30], "badDays").default(30);
const account = optional(text(22));
const pool = optional(text(40)).describe("Only the traffic of this pool; all of them if absent.");

export const trafficInfo = call({
  path: "/v1/trafficInfo",
  access: "read",
  summary: "Returns the traffic left, used and allocated, and the data to connect with.",
  description: "`grammar` describes how a username selects a place or a session.",
  tag: "Traffic plan",
  response: {
    balanceBytes: bytes.describe("The traffic left, allocated or not, in bytes."),
    usedBytes: bytes.describe("The traffic used, in bytes."),
    allocatedBytes: bytes.describe("The traffic allocated to sub-accounts, in bytes."),
    pools: z
      .array(
        z.object({
          pool: z.string().describe("The pool's name."),
          title: z.string().describe("What it is called, in the language of the call."),
          balanceBytes: bytes.describe("The pool's traffic left, allocated or not, in bytes."),
          usedBytes: bytes.describe("The pool's traffic used, in bytes."),
          allocatedBytes: bytes.describe("The pool's traffic allocated, in bytes."),
        }),
      )
      .describe("The same for each pool of traffic; the figures above are those of the first one."),
    expires: z
      .array(
        z.object({
          pool: z.string().describe("The pool's name."),
          bytes: bytes.describe("The traffic that ends, in bytes; none of it is used yet."),
          at: at.describe("The time it ends."),
        }),
      )
      .describe(
        "The traffic left that ends, the first to end first, at most 100 ends of each pool. It is used in this order, before traffic that never ends.",
      ),
    enterprise: z.boolean().describe("True if the account has the enterprise plan for traffic."),
    grammar: z
      .object({
        pattern: z.string().describe("The form of a username with all parameters."),
        parameters: z
          .array(
            z.object({
              name: z.string().describe("The parameter's name."),
              aliases: z.array(z.string()).describe("Other spellings of the name."),
              example: z.string().describe("The parameter as it is written."),
              help: z
                .string()
                .describe("The effect of the parameter, in the language of the call."),
            }),
          )
          .describe("The parameters of a username."),
      })
      .describe("The grammar of a username: how it selects a place or a session."),
    endpoints: z
      .array(
        z.object({
          region: z.string().describe("The region that the gateway is in."),
          regionName: z.string().describe("The region's name, in the language of the call."),
          node: z
            .string()
            .describe("The gateway machine's name; empty if all machines share the host."),
          host: z.string().describe("The host that clients connect to."),
          port: z.int().describe("The port for HTTP proxy and SOCKS5."),
          protocols: z.array(z.string()).describe("The protocols that it speaks."),
        }),
      )
      .describe("The gateways to connect to, the nearest first."),
    exampleTarget: z.string().describe("The address used in examples."),
  },
  example: {
    request: {},
    response: {
      balanceBytes: customer.left.trafficBytes,
      usedBytes: 37.4 * customer.GB,
      allocatedBytes: 20 * customer.GB,
      pools: [
        {
          pool: "residential",
          title: "Residential",
          balanceBytes: customer.left.trafficBytes,
          usedBytes: 37.4 * customer.GB,
          allocatedBytes: 20 * customer.GB,
        },
      ],
      expires: [],
      enterprise: false,
      grammar: {
        pattern: "NAME-region-CC-city-CITY-sid-ID-t-MINUTES",
        parameters: [
          {
            name: "region",
            aliases: ["country"],
            example: "region-us",
            help: "Country of the exit, as a two-letter code",
          },
          {
            name: "sid",
            aliases: ["session"],
            example: "sid-abc123",
            help: "Connections with the same session keep the same exit",
          },
        ],
      },
      endpoints: [examples.endpoint],
      exampleTarget: "https://example.com/",
    },
  },
});

export const statis = call({
  path: "/v2/statis",
  access: "read",
  summary: "Returns traffic by day, every day of the span, oldest first.",
  description: "Days are UTC.",
  tag: "Traffic plan",
  request: { days: days.describe("The number of days to show, today included. 30 by default.") },
  response: {
    todayBytes: bytes.describe("Traffic used since midnight UTC, in bytes."),
    totalBytes: bytes.describe("Traffic used in all these days, in bytes."),
    requests: z.int().describe("Tunnels and requests in all these days."),
    items: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC, as YYYY-MM-DD."),
          bytes: bytes.describe("Traffic in both directions together, in bytes."),
          requests: z.int().describe("The number of tunnels and requests that ended in that time."),
        }),
      )
      .describe("One entry a day, the oldest first; days without traffic show 0."),
  },
  example: {
    request: { days: 7 },
    response: {
      todayBytes: 1.2 * customer.GB,
      totalBytes: statistics.weekBytes,
      requests: statistics.weekRequests,
      items: statistics.days,
    },
  },
});

export const trafficStatis = call({
  path: "/v1/traffic/statis",
  access: "read",
  summary: "Returns traffic by day or hour, of one sub-account or of all; every step of the span.",
  tag: "Traffic plan",
  request: {
    days: days.describe(
      "The number of days to show, today included, without `from` and `to`. 30 by default.",
    ),
    account: account.describe("The name of a sub-account; all of them if absent."),
    pool,
    from: optional(instant()).describe(
      "The start of the span, included; a bare day starts at midnight UTC.",
    ),
    to: optional(instantEnd()).describe(
      "The end of the span, included; a bare day ends at midnight UTC.",
    ),
    by: z
      .enum(["day", "hour"], "badField")
      .default("day")
      .describe("The length of a step: a day or an hour (UTC). `day` by default."),
  },
  response: {
    items: z
      .array(
        z.object({
          at: at.describe("The time the step begins."),
          bytes: bytes.describe("Traffic in both directions together, in bytes."),
          upBytes: bytes.describe("Traffic from the client, in bytes."),
          downBytes: bytes.describe("Traffic to the client, in bytes."),
          requests: z.int().describe("The number of tunnels and requests that ended in that time."),
        }),
      )
      .describe("One entry a step, the oldest first; steps without traffic show 0."),
  },
  refusals: ["subAccountNotFound"],
  example: {
    request: { days: 7, by: "day" },
    response: {
      items: statistics.days.map(({ day, bytes, requests }) => ({
        at: `${day}T00:00:00.000Z`,
        bytes,
        upBytes: Math.round(bytes / 10),
        downBytes: bytes - Math.round(bytes / 10),
        requests,
      })),
    },
  },
});

export const trafficStatisMonth = call({
  path: "/v1/traffic/statisMonth",
  access: "read",
  summary: "Returns traffic by month, oldest first.",
  tag: "Traffic plan",
  request: {
    months: integer(1, 36, "badField")
      .default(12)
      .describe("The number of months to show, this one included. 12 by default."),
  },
  response: {
    items: z
      .array(
        z.object({
          month: z.string().describe("The month in UTC, as YYYY-MM."),
          bytes: bytes.describe("Traffic in both directions together, in bytes."),
        }),
      )
      .describe("One entry a month, the oldest first."),
  },
  example: {
    request: { months: 2 },
    response: {
      items: [
        { month: "2026-02", bytes: 0 },
        { month: "2026-03", bytes: 37.4 * customer.GB },
      ],
    },
  },
});

export const trafficStatisDomain = call({
  path: "/v1/traffic/statisDomain",
  access: "read",
  summary: "Lists the target hosts with the most traffic.",
  tag: "Traffic plan",
  request: {
    days: days.describe("The number of days to count, today included. 30 by default."),
    account: account.describe("The name of a sub-account; all of them if absent."),
    pool,
    top: integer(1, 100, "badField")
      .default(20)
      .describe("The number of hosts to return. 20 by default."),
  },
  response: {
    items: z
      .array(
        z.object({
          domain: z.string().describe("The target's host name."),
          bytes: bytes.describe("Traffic in both directions together, in bytes."),
          requests: z.int().describe("The number of tunnels and requests that ended in that time."),
        }),
      )
      .describe("The hosts, those with the most traffic first."),
  },
  refusals: ["subAccountNotFound"],
  example: {
    request: { days: 7, top: 2 },
    response: {
      items: [
        { domain: "shop.example.com", bytes: 8.1 * customer.GB, requests: 71_200 },
        { domain: "api.example.org", bytes: 4.5 * customer.GB, requests: 42_200 },
      ],
    },
  },
});

export const trafficCalls = {
  trafficInfo,
  statis,
  trafficStatis,
  trafficStatisMonth,
  trafficStatisDomain,
};
