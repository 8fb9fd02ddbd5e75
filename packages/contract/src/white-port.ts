/**
 * Whitelisted ports of the traffic plan: no password, a place and a session of their own
 * (spec/extraction#whitelisted-ports).
 */
import { mostWhitePorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call } from "./call.ts";
import { at, ids, integer, optional, paged, paging, text } from "./fields.ts";
import { placeFields } from "./place-fields.ts";

export const whitePort = z.object({
  id: z.string(),
  host: z.string(),
  port: z.int(),
  country: z
    .string()
    .describe("Of the place it was made for; empty (and 0 for `asn`) where any will do."),
  countryName: z.string(),
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  isp: z.string(),
  ispName: z.string(),
  asn: z.int(),
  minutes: z.int().describe("It is there for so long, and keeps its exit as long as that lives."),
  createdAt: at,
  expiresAt: at,
  remainingSeconds: z.int(),
  open: z.boolean().describe("A gateway listens there."),
  byLink: z.boolean().describe("Made by an extraction link."),
  remark: z.string(),
});
export type WhitePort = z.output<typeof whitePort>;

export const minutesField = integer(whiteMinutes.least, whiteMinutes.most, "badPortMinutes");

export const whitePorts = call({
  path: "/v1/whitePorts",
  access: "key",
  summary: "The whitelisted ports that stand, the newest first.",
  question: { ...paging, search: optional(text(60)) },
  answer: paged(whitePort),
});
export const whitePortAdd = call({
  path: "/v1/whitePortAdd",
  summary: "Makes ports that whitelisted addresses use without a password.",
  question: {
    ...placeFields,
    num: integer(1, mostWhitePorts, "badQuantity", "enterQuantity"),
    minutes: minutesField,
    remark: optional(text(100)),
  },
  answer: { items: z.array(whitePort) },
});
export const whitePortDel = call({
  path: "/v1/whitePortDel",
  summary: "Closes whitelisted ports at once.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});
