/** Pools of traffic and their members (spec/supply#pools). */
import { z } from "zod";
import { integer, optional, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const states = ["on", "paused", "retired", "quotaGone", "authFailed"] as const;
const pool = requiredText(40).describe("The pool's name.");
const member = requiredText(40).describe("An upstream's name, or `own`.");
const share = {
  priority: z.int().describe("The priority; 1 comes before 2."),
  weight: z.int().describe("The weight among members of its priority."),
};
const texts = z.record(z.string(), z.string());

export const poolShow = consoleCall({
  path: "/console/v1/poolShow",
  access: "supply.read",
  summary: "Lists the pools of traffic with their members: own exits and upstreams.",
  response: {
    pools: z
      .array(
        z.object({
          pool: z.string().describe("The pool's name."),
          title: texts.describe("What customers read, by language; empty for the first pool."),
        }),
      )
      .describe("All pools; `residential` is the first."),
    items: z
      .array(
        z.object({
          pool: z.string().describe("The pool."),
          member: z.string().describe("An upstream's name, or `own`."),
          ...share,
          state: z.enum(states).describe("The state: in use, or the reason it is not."),
        }),
      )
      .describe("The members, pool by pool."),
  },
});

export const poolAdd = consoleAct({
  path: "/console/v1/poolAdd",
  access: "exits.write",
  summary: "Adds a pool of traffic, without members; pools are never removed.",
  request: {
    pool: requiredText(40).describe("Its name for good: letters a-z, digits and dashes."),
    title: requiredText(60).describe("What customers read, in English."),
    titleDe: optional(requiredText(60)).describe("In German."),
    titleFr: optional(requiredText(60)).describe("In French."),
    titleRu: optional(requiredText(60)).describe("In Russian."),
    titleVi: optional(requiredText(60)).describe("In Vietnamese."),
    titleZh: optional(requiredText(60)).describe("In Chinese."),
    reason,
  },
  response: { pool: z.string().describe("The pool's name."), title: texts.describe("Its titles.") },
  refusals: ["badField"],
});

export const poolSet = consoleAct({
  path: "/console/v1/poolSet",
  access: "exits.write",
  summary: "Sets priority and weight of a member of a pool, and adds one that is no member yet.",
  request: {
    pool: optional(pool).describe("The pool; `residential` if absent."),
    member,
    priority: optional(integer(1, 1_000)).describe("The priority; 1 comes before 2."),
    weight: optional(integer(0, 1_000_000)).describe(
      "The weight; 0: used only if no other can be.",
    ),
    reason,
  },
  response: {
    pool: z.string().describe("The pool."),
    member: z.string().describe("The member."),
    ...share,
  },
  refusals: ["notFound"],
});

export const poolRemove = consoleAct({
  path: "/console/v1/poolRemove",
  access: "exits.write",
  summary: "Takes a member out of a pool; open connections stay.",
  request: { pool, member, reason },
  response: { pool: z.string().describe("The pool."), member: z.string().describe("The member.") },
  refusals: ["notFound", "badField"],
});

export const consolePoolCalls = { poolShow, poolAdd, poolSet, poolRemove };
