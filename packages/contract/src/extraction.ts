/**
 * Extraction links, and GET /extract, which returns proxies to a program (spec/extraction#links).
 */
import { extractPath } from "@turnpike/rules/extraction-link.ts";
import { fitsApiPorts, maxOpenedIps } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call, type FieldRefusal } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/pool.ts";
import { at, ids, integer, optional, text } from "./fields.ts";
import type { FileCall } from "./service-call.ts";
import { placeFields, placeShown } from "./place-fields.ts";
import { apiPortField, hoursField } from "./pool.ts";
import { minutesField } from "./whitelisted-port.ts";
import { secret } from "./secret.ts";

export { defaultSeparator, extractPath, readSeparator } from "@turnpike/rules/extraction-link.ts";

export const linkPlans = ["ip", "traffic"] as const;
export type LinkPlan = (typeof linkPlans)[number];
export const linkFormats = ["txt", "json", "csv"] as const;
export const linkProtocols = ["http", "socks5"] as const;
const separatorMaxLength = 16;
const separator = z
  .string("badField")
  .max(separatorMaxLength, "badField")
  .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), "badField")
  .refine((value) => value.isWellFormed(), "badField");

const present = (value: unknown) => (value === "" ? undefined : value);
const parameters = {
  country: placeFields.country,
  state: placeFields.state,
  city: placeFields.city,
  num: optional(integer(1, maxOpenedIps, "badQuantity")).describe(
    "The number of proxies that each call returns. 1 by default.",
  ),
  hours: optional(hoursField).describe(
    "The number of hours that opened IPs stay open. For `plan=ip`.",
  ),
  minutes: optional(minutesField).describe(
    "The number of minutes that whitelisted ports stay open. For `plan=traffic`.",
  ),
  format: z
    .preprocess(present, z.enum(linkFormats, "badField").optional())
    .describe("The format of the response. `txt` by default."),
  separator: z
    .preprocess(present, separator.optional())
    .describe(
      "The separator of proxies in a text file; `\\\\n` and `\\\\t` are read as line break and tab.",
    ),
  port: optional(apiPortField).describe(
    "The first port to open; several are consecutive. Any free port if absent.",
  ),
  protocol: z
    .preprocess(present, z.enum(linkProtocols, "badField").optional())
    .describe("The protocol that proxies are listed with. `http` by default."),
};

/** Refuses a first port and a count that exceed the port range, whichever was set last. */
export function checkPorts({
  port,
  num = 1,
}: {
  port?: number | undefined;
  num?: number | undefined;
}): FieldRefusal | null {
  const fits = port === undefined || fitsApiPorts(port, num);
  return fits ? null : { field: "port", reason: "badApiPort" };
}

export const apiLink = z
  .object({
    id: z.string().describe("The link's ID."),
    url: secret(
      z
        .string()
        .describe("The whole address with its token. It works from whitelisted addresses alone."),
      "query",
    ),
    plan: z
      .enum(linkPlans)
      .describe(
        "`ip` opens IPs of the pool, `traffic` opens whitelisted ports of the traffic plan.",
      ),
    country: z
      .string()
      .describe("The country as a two-letter code (ISO 3166-1 alpha-2); empty for any."),
    countryName: placeShown.countryName.describe(
      "The country's name, in the language of the call.",
    ),
    state: z.string().describe("The state's token, as filters take it."),
    stateName: z.string().describe("The state's name."),
    city: z.string().describe("The city's token, as filters take it."),
    cityName: z.string().describe("The city's name."),
    num: z.int().describe("The number of proxies that each call returns."),
    hours: z
      .int()
      .nullable()
      .describe("The number of hours that opened IPs stay open; null for plan `traffic`."),
    minutes: z
      .int()
      .nullable()
      .describe("The number of minutes that whitelisted ports stay open; null for plan `ip`."),
    format: z.enum(linkFormats).describe("The format of the response."),
    separator: z.string().describe("The separator of proxies in a text file."),
    port: z.int().nullable().describe("The first port to open; null for any free port."),
    protocol: z.enum(linkProtocols).describe("The protocol that proxies are listed with."),
    remark: z.string().describe("The customer's description; empty without one."),
    createdAt: at.describe("The time it was created."),
    lastUsedAt: at
      .nullable()
      .describe("The time it last returned proxies; null before the first time."),
    uses: z.int().describe("The number of times it returned proxies."),
  })
  .meta({
    id: "ExtractionLink",
    description: "An address that returns proxies to programs at whitelisted addresses.",
  });
export type ApiLink = z.output<typeof apiLink>;

export const apiLinks = call({
  path: "/v1/apiLinks",
  access: "read",
  summary: "Lists the account's extraction links, the newest first.",
  tag: "Extraction",
  response: { items: z.array(apiLink).describe("The links, the newest first.") },
  example: { request: {}, response: { items: [examples.link] } },
});
export const apiLinkAdd = call({
  path: "/v1/apiLinkAdd",
  access: "buy",
  summary: "Creates an extraction link: an address that returns proxies to whitelisted callers.",
  description:
    "A link costs nothing by itself: each call of `/extract` opens proxies, which are paid for.",
  tag: "Extraction",
  request: {
    plan: z
      .enum(linkPlans, "badField")
      .describe(
        "`ip` opens IPs of the pool, `traffic` opens whitelisted ports of the traffic plan.",
      ),
    ...parameters,
    remark: optional(text(100)).describe("A description, as free text."),
  },
  crossFieldCheck: checkPorts,
  /** The link: its fields, and the same again as `item` and in `items`. */
  response: {
    ...apiLink.shape,
    item: apiLink.describe("The link that was created; its fields are beside it too."),
    items: z.array(apiLink).describe("The same link as a list."),
  },
  refusals: ["noExitThere", "badApiPort", "tooManyLinks"],
  example: {
    request: {
      plan: "ip",
      country: "US",
      state: "washington",
      num: 2,
      hours: 1,
      remark: "crawler",
    },
    response: {
      ...examples.link,
      item: { ...examples.link, createdAt: customer.now },
      items: [examples.link],
    },
  },
});
export const apiLinkDel = call({
  path: "/v1/apiLinkDel",
  access: "proxies",
  summary: "Deletes extraction links; opened IPs and ports stay open until they end.",
  tag: "Extraction",
  request: { ids: ids().describe("The links to remove, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of links deleted.") },
  refusals: ["linkNotFound"],
  example: { request: { ids: [customer.linkId] }, response: { deleted: 1 } },
});

/** Query of GET /extract. `token` is the link's; other parameters override the link's own. */
export const extractRequest = z.object({
  token: z
    .string("linkNotFound")
    .max(64, "linkNotFound")
    .describe("The link's token, as its address contains it."),
  ...parameters,
});
export type ExtractRequest = z.output<typeof extractRequest>;

/** One proxy as /extract returns it: in `data.items` for `json`, as columns for `csv`. */
export const extracted = z
  .object({
    host: z.string().describe("The host to connect to."),
    port: z.int().describe("The port to connect to."),
    protocol: z.enum(linkProtocols).describe("The protocol to connect with."),
    ip: z
      .string()
      .describe(
        "The exit's address for plan `ip`; empty for plan `traffic`, which picks an exit at the first request.",
      ),
    country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
    state: z.string().describe("The state's token, as filters take it."),
    city: z.string().describe("The city's token, as filters take it."),
    expiresAt: at.describe("The time the port closes."),
  })
  .meta({ id: "ExtractedProxy", description: "A proxy returned by an extraction link." });
export type Extracted = z.output<typeof extracted>;

export const extractionCalls = { apiLinks, apiLinkAdd, apiLinkDel };

export const extract: FileCall = {
  path: extractPath,
  summary: "Opens proxies by an extraction link and returns them.",
  types: ["text/plain", "text/csv", "application/json"],
  request: extractRequest,
  refusals: [
    "linkNotFound",
    "notWhitelisted",
    "accountDisabled",
    "inArrears",
    "badApiPort",
    "insufficientIps",
    "insufficientStock",
    "portUnavailable",
    "tooManyWhitePorts",
    "insufficientTraffic",
    "tooManyTries",
    "noExitThere",
  ],
  example: `${customer.gateway}:5003\n${customer.gateway}:5004`,
};
