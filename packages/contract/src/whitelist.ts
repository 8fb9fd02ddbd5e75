/** Addresses that need no password (spec/traffic-plan#whitelist). */
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  flag,
  ids,
  instant,
  integer,
  list,
  optional,
  paged,
  paging,
  text,
  sortedBy,
} from "./fields.ts";

export const whitelistEntry = z.object({
  id: z.string(),
  ip: z.string(),
  description: z.string(),
  expiresAt: at.nullable(),
  createdAt: at,
  account: z.string(),
});

export const whitelistSorts = ["ip", "description", "expiresAt"] as const;
export const trafficWhiteList = call({
  path: "/v1/trafficWhiteList",
  access: "key",
  summary: "The whitelisted addresses, newest first unless `sort` says otherwise.",
  question: { ...paging, search: optional(text(60)), sort: sortedBy(whitelistSorts) },
  answer: paged(whitelistEntry),
});

export const addTrafficWhite = call({
  path: "/v1/addTrafficWhite",
  summary: "Adds addresses, several separated by commas; bad ones are named and the others kept.",
  question: {
    ips: list(200).refine((items) => items.length > 0, "enterIp"),
    description: optional(text(100)),
    days: optional(integer(1, 3650, "badDays")),
    /** Instead of `days`: until when, as an entry that was deleted had it. */
    expiresAt: optional(instant()),
    account: optional(text(22)),
  },
  answer: {
    added: z.array(whitelistEntry),
    refused: z.array(z.object({ ip: z.string(), msg: z.string(), reason: z.string() })),
  },
});

export const delTrafficWhite = call({
  path: "/v1/delTrafficWhite",
  summary: "Removes whitelist entries.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});

export const checkTrafficWhite = call({
  path: "/v1/checkTrafficWhite",
  access: "key",
  live: true,
  summary:
    "Whether an address is whitelisted for this account; the caller's own without `ip`. With `claim` the caller's own is taken over from another account.",
  question: {
    ip: optional(text(45)).describe("The address; passed over with `claim`."),
    claim: optional(flag()).describe(
      "Moves the entry of the address that the call comes from to this account, if another has it.",
    ),
  },
  answer: {
    ip: z.string(),
    whitelisted: z.boolean(),
    claimed: z
      .boolean()
      .optional()
      .describe("With `claim`: whether the entry was another account's until now."),
  },
});
