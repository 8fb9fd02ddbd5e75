/** Where the staff are told of what needs them (spec/operator#alerts). */
import { alertTopics } from "@turnpike/rules/staff-alert.ts";
import { z } from "zod";
import { at, integer, list, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const place = z.object({
  id: z.int().describe("The place's number."),
  kind: z.enum(["mail", "webhook", "telegram"]).describe("How it is reached."),
  to: z.string().describe("The place without its secrets."),
  on: z.array(z.enum(alertTopics)).describe("What it is told of."),
  createdAt: at,
  lastAt: at.nullable().describe("When the last message was sent."),
  lastError: z.string().describe("Why that message did not arrive; empty if it did."),
});
const id = integer(1, 2 ** 31 - 1).describe("The place's number.");

export const notifyList = consoleCall({
  path: "/console/v1/notifyList",
  access: "overview.read",
  summary: "Returns where the staff are told, of what, and how the last message went.",
  response: { items: z.array(place) },
});

export const notifyAdd = consoleAct({
  path: "/console/v1/notifyAdd",
  access: "alerts.write",
  fresh: true,
  summary: "Adds a place where the staff are told; its secrets are never shown again.",
  request: {
    place: requiredText(600).describe("`mail:EMAIL`, `webhook:URL` or `telegram:TOKEN@CHAT`."),
    on: list(alertTopics.length).describe("What it is told of; none: everything."),
    reason,
  },
  response: { item: place },
  refusals: ["badField", "tooMany"],
});

export const notifyRemove = consoleAct({
  path: "/console/v1/notifyRemove",
  access: "alerts.write",
  summary: "Removes a place, and the messages that wait for it.",
  request: { id, reason },
  response: { item: place },
  refusals: ["notFound"],
});

export const notifyTest = consoleAct({
  path: "/console/v1/notifyTest",
  access: "alerts.write",
  summary: "Sends a test to a place now.",
  request: { id, reason },
  response: {
    delivered: z.boolean().describe("Whether it arrived; a mail: whether it waits to be sent."),
    error: z.string().describe("Why it did not arrive."),
  },
  refusals: ["notFound"],
});

export const consoleStaffAlertCalls = { notifyList, notifyAdd, notifyRemove, notifyTest };
