/** Client addresses that need no password (spec/traffic-plan#whitelist). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/whitelist.ts";
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

export const whitelistEntry = z
  .object({
    id: z.string().describe("The entry's ID."),
    ip: z.string().describe("The client's address, which needs no password."),
    description: z.string().describe("The customer's description; empty without one."),
    expiresAt: at.nullable().describe("The time the entry ends; null: never."),
    createdAt: at.describe("The time it was created."),
    account: z.string().describe("The sub-account that its traffic is billed to."),
  })
  .meta({ id: "WhitelistEntry", description: "A client address that needs no password." });

export const whitelistSorts = ["ip", "description", "expiresAt"] as const;
export const trafficWhiteList = call({
  path: "/v1/trafficWhiteList",
  access: "read",
  summary: "Lists the whitelisted addresses, newest first unless `sort` says otherwise.",
  tag: "Whitelist",
  request: {
    ...paging,
    search: optional(text(60)).describe("Part of an address or description."),
    sort: sortedBy(whitelistSorts).describe(
      "The field to sort by; with `-` before it in descending order.",
    ),
  },
  response: paged(whitelistEntry),
  example: { request: { page: 1, limit: 10 }, response: onePage([examples.entry]) },
});

export const addTrafficWhite = call({
  path: "/v1/addTrafficWhite",
  access: "proxies",
  summary: "Whitelists client addresses; returns those that were refused, and adds the others.",
  description:
    "Once the call returns, each address passes without a password and is billed to the sub-account. An address belongs to one account only.",
  tag: "Whitelist",
  request: {
    ips: list(200)
      .refine((items) => items.length > 0, "enterIp")
      .describe("Client addresses, 200 at most. Separated by commas in a form."),
    description: optional(text(100)).describe("A description, as free text."),
    days: optional(integer(1, 3650, "badDays")).describe(
      "The number of days the entries last; permanent if absent.",
    ),
    /** Expiry in place of `days`, for example to restore a deleted entry. */
    expiresAt: optional(instant()).describe("The time the entries end, in place of `days`."),
    account: optional(text(22)).describe(
      "The sub-account to bill, by name. The main one by default.",
    ),
  },
  response: {
    added: z.array(whitelistEntry).describe("The entries that were added."),
    refused: z
      .array(
        z.object({
          ip: z.string().describe("The address."),
          msg: z.string().describe("The reason as a sentence, in the language of the call."),
          reason: z.string().describe("The reason as one stable word."),
        }),
      )
      .describe("The addresses that were not added, each with its reason."),
  },
  refusals: [
    "badIp",
    "privateIp",
    "mainlandChinaIp",
    "countryRefused",
    "ipTaken",
    "subAccountNotFound",
    "tooMany",
  ],
  example: {
    request: {
      ips: ["203.0.113.7", "10.0.0.1"],
      description: "office",
      days: 30,
      account: "Crawler01",
    },
    response: {
      added: [examples.entry],
      refused: [
        {
          ip: "10.0.0.1",
          msg: "This address is private: it cannot reach us.",
          reason: "privateIp",
        },
      ],
    },
  },
});

export const delTrafficWhite = call({
  path: "/v1/delTrafficWhite",
  access: "proxies",
  summary: "Removes whitelist entries.",
  tag: "Whitelist",
  request: { ids: ids().describe("The entries, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of entries deleted.") },
  refusals: ["whitelistEntryNotFound"],
  example: { request: { ids: [customer.whiteEntryId] }, response: { deleted: 1 } },
});

export const checkTrafficWhite = call({
  path: "/v1/checkTrafficWhite",
  access: "read",
  accessWith: { claim: "proxies" },
  waitsForGateways: true,
  summary:
    "Checks if an address is whitelisted for this account; with `claim` the caller's own address moves here from another account.",
  tag: "Whitelist",
  request: {
    ip: optional(text(45)).describe("The address to check; your own if absent or with `claim`."),
    claim: optional(flag()).describe(
      "1 to move your own address to this account, if another account has it.",
    ),
  },
  response: {
    ip: z.string().describe("The address that was checked."),
    whitelisted: z.boolean().describe("True if it is whitelisted for this account."),
    claimed: z
      .boolean()
      .optional()
      .describe("With `claim`: true if another account had it before."),
  },
  refusals: ["badIp", "subAccountNotFound", "tooMany", "tooManyTries"],
  example: {
    request: { ip: "203.0.113.7" },
    response: { ip: "203.0.113.7", whitelisted: true },
  },
});

export const whitelistCalls = {
  trafficWhiteList,
  addTrafficWhite,
  delTrafficWhite,
  checkTrafficWhite,
};
