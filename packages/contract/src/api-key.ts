/** API keys: credentials for programs, each with scopes and limits (spec/accounts#api-keys). */
import {
  keyNameLength,
  maxApiKeys,
  maxKeyCents,
  maxKeyNetworks,
  type Scope,
  scopes,
} from "@turnpike/rules/api-key.ts";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, cents, ids, instant, integer, list, optional, requiredText } from "./fields.ts";
import { mfaCode } from "./session.ts";
import { secret } from "./secret.ts";

const isScope = (text: unknown) => scopes.some((scope) => scope === text);
const scopeList = list(scopes.length, "badScope")
  .pipe(z.array(z.custom<Scope>(isScope, { error: "badScope" })))
  .refine((chosen) => chosen.length > 0, "badScope");

/** IP addresses and networks in canonical form. */
const networks = list(maxKeyNetworks, "badNetwork").pipe(
  z.array(
    z
      .string()
      .refine((text) => canonicalNetwork(text) !== null, "badNetwork")
      .transform((text) => canonicalNetwork(text) ?? text),
  ),
);

export const apiKey = z
  .object({
    id: z.string().describe("The key's ID."),
    name: z.string().describe("The name that its owner gave it."),
    scopes: z.array(z.enum(scopes)).describe("The key's scopes."),
    prefix: z.string().describe("The key's first characters."),
    lastFour: z.string().describe("The key's last four characters."),
    createdAt: at.describe("The time it was created."),
    expiresAt: at.nullable().describe("The time it stops working; null: never."),
    ips: z
      .array(z.string())
      .describe("The addresses and networks it works from; empty: from everywhere."),
    maxCents: cents
      .nullable()
      .describe(
        "The most it may spend from the wallet in a calendar month (UTC), in US cents; null: no limit.",
      ),
    spentCents: cents.describe("The sum that the key has spent in this month, in US cents."),
    lastUsedAt: at.nullable().describe("The time it was last used, to the minute; null: never."),
    lastIp: z.string().nullable().describe("The address it was last used from; null: never used."),
  })
  .meta({ id: "ApiKey", description: "A key for programs. The key itself is shown once." });
export type ApiKey = z.output<typeof apiKey>;

const exampleKey: ApiKey = {
  id: customer.exampleId(99),
  name: "billing",
  scopes: ["read", "buy"],
  prefix: "tpk_9fQ2",
  lastFour: "3kXa",
  createdAt: customer.now,
  expiresAt: "2027-03-16T00:00:00.000Z",
  ips: ["203.0.113.0/24"],
  maxCents: 20_000,
  spentCents: 4_500,
  lastUsedAt: customer.now,
  lastIp: "203.0.113.7",
};

export const apiKeys = call({
  path: "/v1/apiKeys",
  access: "manage",
  allowedInStaffView: true,
  summary: `Lists the account's API keys (${maxApiKeys} at most), the newest first.`,
  description: "The keys themselves are not returned: each is shown once, when it is created.",
  tag: "API keys",
  response: { items: z.array(apiKey).describe("The keys, expired ones too.") },
  example: { request: {}, response: { items: [exampleKey] } },
});

export const apiKeyAdd = call({
  path: "/v1/apiKeyAdd",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  roles: ["admin"],
  summary: "Creates an API key. The key is shown once, in the response.",
  description:
    "Programs send it as `key` in the body, or as `Authorization: Bearer`. Scopes and limits cannot be changed later: create another key and delete this one.",
  tag: "API keys",
  request: {
    name: requiredText(keyNameLength).describe("A name for the key."),
    scopes: scopeList.describe(
      "The key's scopes: `read`, `proxies`, `buy`, `money`, `manage`. Separated by commas in a form.",
    ),
    expiresAt: optional(instant()).describe("The time it stops working; never if absent."),
    ips: optional(networks).describe(
      "The addresses and networks (CIDR) it works from, 20 at most; everywhere if absent. Separated by commas in a form.",
    ),
    maxCents: optional(integer(0, maxKeyCents, "badKeyLimit")).describe(
      "The most it may spend from the wallet in a calendar month (UTC), in US cents; no limit if absent. Only with the scope `buy`.",
    ),
    mfaCode,
  },
  crossFieldCheck: ({ scopes: chosen, maxCents }) =>
    maxCents === undefined || chosen.includes("buy")
      ? null
      : { field: "maxCents", reason: "badKeyLimit" },
  response: {
    id: z.string().describe("The key's ID."),
    key: secret(z.string().describe("The key. It is not shown again.")),
  },
  refusals: ["badExpiry", "tooMany"],
  example: {
    request: {
      name: "billing",
      scopes: ["read", "buy"],
      expiresAt: "2027-03-16T00:00:00.000Z",
      ips: ["203.0.113.0/24"],
      maxCents: 20_000,
      mfaCode: "123456",
    },
    response: { id: exampleKey.id, key: "EXAMPLE-API-KEY" },
  },
});

export const apiKeyDel = call({
  path: "/v1/apiKeyDel",
  roles: ["admin"],
  waitsForGateways: false,
  summary: "Deletes API keys; they stop working at once.",
  tag: "API keys",
  request: { ids: ids().describe("The keys, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of keys deleted.") },
  refusals: ["apiKeyNotFound"],
  example: { request: { ids: [exampleKey.id] }, response: { deleted: 1 } },
});

export const apiKeyCalls = { apiKeys, apiKeyAdd, apiKeyDel };
