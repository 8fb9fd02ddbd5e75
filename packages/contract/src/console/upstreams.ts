/** Upstreams: wholesalers' gateways in the pool (spec/supply). */
import { z } from "zod";
import { at, integer, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const access = "supply.read";
const name = requiredText(40).describe("The upstream's name.");
const states = ["on", "paused", "retired", "quotaGone", "authFailed"] as const;
const state = z.enum(states).describe("Whether it is used, and why not.");

export const listedUpstream = z
  .object({
    name: z.string().describe("Its name."),
    state,
    how: z.string().describe("`http`, `https` or `socks5`."),
    hosts: z.array(z.string()).describe("Where it is dialled."),
    countries: z.array(z.string()).describe("ISO 3166 codes; empty: any."),
    priority: z.int().describe("1 goes before 2."),
    weight: z.int().describe("Its share among members of its priority."),
    connections: z.int().describe("Open now, over all nodes."),
    todayBytes: z.int().describe("Our bytes of this UTC day."),
    monthBytes: z.int().describe("Our bytes of this UTC month."),
    costMicros: z.int().describe("What the bytes of the month cost, in millionths of a dollar."),
    marginCents: z.int().describe("Revenue of the month less that cost."),
    balanceDays: z.number().nullable().describe("How long its quota lasts; null without one."),
    successPercent: z.number().nullable().describe("Tries of the last 24 hours that worked."),
    geoOtherPercent: z
      .number()
      .nullable()
      .describe("Exits of the month in another country than asked; null if none was told."),
    p95Ms: z.int().nullable().describe("95 % of these connected faster."),
    alerts: z
      .array(
        z.object({
          at: at.describe("When."),
          class: z.string().describe("What kind of failure."),
          text: z.string().describe("What it said, without login fields."),
        }),
      )
      .describe("The newest alerts."),
  })
  .meta({ id: "ListedUpstream" });

export const upstreamList = consoleCall({
  path: "/console/v1/upstreamList",
  access,
  summary: "Upstreams with state, use, cost and alerts.",
  answer: { items: z.array(listedUpstream).describe("Upstreams; retired ones last.") },
});

export const upstreamShow = consoleCall({
  path: "/console/v1/upstreamShow",
  access,
  summary: "An upstream's file, without its login and secret, and failures by class.",
  question: { name },
  answer: {
    file: z.string().describe("JSON, with `***` for login fields and secret."),
    failures: z
      .array(
        z.object({
          at: at.describe("When."),
          class: z.string().describe("What kind of failure."),
          status: z.int().nullable().describe("The HTTP status; null without one."),
          place: z.string().describe("The country that was asked for; empty for any."),
          sample: z.string().describe("What it said, without login fields."),
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
  "The file as JSON (docs/supply.md); `***` and an absent secret keep what is stored.",
);

export const upstreamAdd = consoleAct({
  path: "/console/v1/upstreamAdd",
  access: "exits.write",
  summary: "Adds an upstream; gateways use it at once.",
  question: { file, reason },
  answer: { name: z.string().describe("Its name."), state },
  refusals: ["badField"],
});

export const upstreamSet = consoleAct({
  path: "/console/v1/upstreamSet",
  access: "exits.write",
  summary: "Replaces an upstream's file.",
  question: { name, file, reason },
  answer: { name: z.string().describe("Its name."), state },
  refusals: ["badField", "notFound"],
});

export const upstreamMove = consoleAct({
  path: "/console/v1/upstreamMove",
  access: "exits.write",
  summary: "Pauses, resumes or retires an upstream.",
  question: {
    name,
    to: z.enum(["pause", "resume", "retire"], "badField").describe("What to do."),
    reason,
  },
  answer: { name: z.string().describe("Its name."), state },
  refusals: ["notFound"],
});

export const upstreamTest = consoleCall({
  path: "/console/v1/upstreamTest",
  access: "exits.write",
  summary: "Makes one request through an upstream from the API's machine.",
  question: {
    name,
    country: optional(text(2)).describe("ISO 3166 code; any without it."),
    city: optional(text(60)).describe("The city."),
  },
  answer: {
    ok: z.boolean().describe("Whether it worked."),
    status: z.int().nullable().describe("The status or SOCKS5 reply."),
    class: z.string().nullable().describe("What kind of failure; null if it worked."),
    ms: z.int().describe("How long it took."),
    exitIp: z.string().nullable().describe("The exit's address, if known."),
    place: z.string().nullable().describe("The address's country, if known."),
  },
  refusals: ["badField", "notFound"],
});

export const poolShow = consoleCall({
  path: "/console/v1/poolShow",
  access,
  summary: "The members of the pool: own exits and upstreams.",
  answer: {
    items: z
      .array(
        z.object({
          member: z.string().describe("An upstream's name, or `own`."),
          priority: z.int().describe("1 goes before 2."),
          weight: z.int().describe("Its share among members of its priority."),
          state,
        }),
      )
      .describe("Members."),
  },
});

export const poolSet = consoleAct({
  path: "/console/v1/poolSet",
  access: "exits.write",
  summary: "Sets priority and weight of a member of the pool.",
  question: {
    member: requiredText(40).describe("An upstream's name, or `own`."),
    priority: optional(integer(1, 1_000)).describe("1 goes before 2."),
    weight: optional(integer(0, 1_000_000)).describe("0: only if no other can."),
    reason,
  },
  answer: {
    member: z.string().describe("The member."),
    priority: z.int().describe("1 goes before 2."),
    weight: z.int().describe("Its share."),
  },
  refusals: ["notFound"],
});

export const consoleUpstreamCalls = {
  upstreamList,
  upstreamShow,
  upstreamAdd,
  upstreamSet,
  upstreamMove,
  upstreamTest,
  poolShow,
  poolSet,
};
