/** Upstreams: wholesalers' gateways in the pool (spec/supply). */
import { z } from "zod";
import { at, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "supply.read";
const name = requiredText(40).describe("The upstream's name.");
const states = ["on", "paused", "retired", "quotaGone", "authFailed"] as const;
const state = z.enum(states).describe("The state: in use, or the reason it is not.");

export const listedUpstream = z
  .object({
    name: z.string().describe("The upstream's name."),
    state,
    how: z.string().describe("`http`, `https` or `socks5`."),
    hosts: z.array(z.string()).describe("The address that is dialled."),
    countries: z.array(z.string()).describe("ISO 3166 codes; empty for any."),
    priority: z.int().describe("The priority; 1 comes before 2."),
    weight: z.int().describe("The weight among members of its priority."),
    connections: z.int().describe("The number of open connections, over all nodes."),
    todayBytes: z.int().describe("Bytes counted in this UTC day."),
    monthBytes: z.int().describe("Bytes counted in this UTC month."),
    costMicros: z.int().describe("The cost of the month's bytes, in millionths of the currency."),
    marginCents: z.int().describe("Revenue of the month less that cost."),
    balanceDays: z
      .number()
      .nullable()
      .describe("The time left until its quota is used up; null without a quota."),
    successPercent: z
      .number()
      .nullable()
      .describe("The share of successful tries in the last 24 hours, in percent."),
    geoOtherPercent: z
      .number()
      .nullable()
      .describe(
        "The share of the month's exits in another country than requested, in percent; null if none was reported.",
      ),
    p95Ms: z.int().nullable().describe("The 95th percentile of the connect time, in milliseconds."),
    alerts: z
      .array(
        z.object({
          at: at.describe("The time of the alert."),
          class: z.string().describe("The class of failure."),
          text: z.string().describe("The upstream's words, without login fields."),
        }),
      )
      .describe("The newest alerts."),
  })
  .meta({ id: "ListedUpstream" });

export const upstreamList = consoleCall({
  path: "/console/v1/upstreamList",
  access,
  summary: "Lists upstreams with state, usage, cost and alerts.",
  response: { items: z.array(listedUpstream).describe("The upstreams; retired ones come last.") },
});

export const upstreamShow = consoleCall({
  path: "/console/v1/upstreamShow",
  access,
  summary: "Returns an upstream's file, without its login and secret, and its failures by class.",
  request: { name },
  response: {
    file: z.string().describe("The file as JSON, with `***` for login fields and secret."),
    version,
    failures: z
      .array(
        z.object({
          at: at.describe("The time of the failure."),
          class: z.string().describe("The class of failure."),
          status: z.int().nullable().describe("The HTTP status; null without one."),
          place: z.string().describe("The requested country; empty for any."),
          sample: z.string().describe("The upstream's words, without login fields."),
        }),
      )
      .describe("The newest failures of each class."),
    geo: z
      .array(
        z.object({
          day: z.string().describe("The UTC day."),
          connections: z.int().describe("Connections whose exit is known."),
          other: z.int().describe("Those that left from another country than asked."),
          otherPercent: z.number().describe("Their share."),
          elsewhere: z
            .array(
              z.object({
                asked: z.string().describe("The country that was asked for."),
                found: z.string().describe("Where the exit is."),
                connections: z.int().describe("How many."),
              }),
            )
            .describe("The most frequent ones."),
        }),
      )
      .describe("The last seven days with an exit that the wholesaler named, newest first."),
  },
  refusals: ["notFound"],
});

const file = requiredText(200_000).describe(
  "The file as JSON (docs/supply.md); `***` and an absent secret keep the stored values.",
);

export const upstreamAdd = consoleAct({
  path: "/console/v1/upstreamAdd",
  access: "exits.write",
  fresh: true,
  summary: "Adds an upstream; gateways use it at once.",
  request: { file, reason },
  response: { name: z.string().describe("The upstream's name."), state },
  refusals: ["badField"],
});

export const upstreamSet = consoleAct({
  path: "/console/v1/upstreamSet",
  access: "exits.write",
  fresh: true,
  summary: "Replaces an upstream's file.",
  request: { name, file, seen, reason },
  response: { name: z.string().describe("The upstream's name."), state },
  refusals: ["badField", "notFound", "changedMeanwhile"],
});

export const upstreamMove = consoleAct({
  path: "/console/v1/upstreamMove",
  access: "exits.write",
  summary: "Pauses, resumes or retires an upstream.",
  request: {
    name,
    to: z.enum(["pause", "resume", "retire"], "badField").describe("The action."),
    reason,
  },
  response: { name: z.string().describe("The upstream's name."), state },
  refusals: ["notFound"],
});

export const upstreamTest = consoleCall({
  path: "/console/v1/upstreamTest",
  access: "exits.write",
  summary: "Sends one request through an upstream from the API's machine.",
  request: {
    name,
    country: optional(text(2)).describe("ISO 3166 code; any country if absent."),
    city: optional(text(60)).describe("The city."),
  },
  response: {
    ok: z.boolean().describe("True if the request succeeded."),
    status: z.int().nullable().describe("The HTTP status or SOCKS5 reply."),
    class: z.string().nullable().describe("The class of failure; null if it succeeded."),
    why: z
      .string()
      .optional()
      .describe("Why no connection came about, or no page; absent if there was an answer."),
    ms: z.int().describe("The duration."),
    exitIp: z.string().nullable().describe("The exit's address, if known."),
    place: z.string().nullable().describe("The address's country, if known."),
  },
  refusals: ["badField", "notFound"],
});

export const consoleUpstreamCalls = {
  upstreamList,
  upstreamShow,
  upstreamAdd,
  upstreamSet,
  upstreamMove,
  upstreamTest,
};
