/**
 * Whitelisted ports of the traffic plan: no password, each with its own place and session
 * (spec/extraction#whitelisted-ports).
 */
import { maxWhitelistedPorts, whiteMinutes } from "@turnpike/rules/pool.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/whitelist.ts";
import { at, ids, integer, optional, paged, paging, text } from "./fields.ts";
import { placeFields } from "./place-fields.ts";

export const whitelistedPort = z
  .object({
    id: z.string().describe("The port's ID."),
    host: z.string().describe("The host that clients connect to."),
    port: z.int().describe("The port that clients connect to."),
    country: z
      .string()
      .describe("The country it was opened for (ISO 3166-1 alpha-2); empty for any."),
    countryName: z
      .string()
      .describe("The country's name, in the language of the call; empty for any."),
    state: z.string().describe("The state's token; empty for any."),
    stateName: z.string().describe("The state's name; empty for any."),
    city: z.string().describe("The city's token; empty for any."),
    cityName: z.string().describe("The city's name; empty for any."),
    isp: z.string().describe("The network provider's token; empty for any."),
    ispName: z.string().describe("The network provider's name; empty for any."),
    asn: z.int().describe("The network's number (ASN); 0 for any."),
    minutes: z.int().describe("The number of minutes it stays open and keeps its exit."),
    createdAt: at.describe("The time it was opened."),
    expiresAt: at.describe("The time it closes."),
    remainingSeconds: z.int().describe("Seconds until it ends; 0 once it has ended."),
    open: z.boolean().describe("True if a gateway listens at the port."),
    byLink: z.boolean().describe("True if an extraction link opened it."),
    remark: z.string().describe("The customer's description; empty without one."),
  })
  .meta({
    id: "WhitelistedPort",
    description: "A port for whitelisted addresses, without a password.",
  });
export type WhitelistedPort = z.output<typeof whitelistedPort>;

export const minutesField = integer(whiteMinutes.least, whiteMinutes.most, "badPortMinutes");

export const whitePorts = call({
  path: "/v1/whitePorts",
  access: "read",
  summary: "Lists the open whitelisted ports, the newest first.",
  tag: "Whitelist",
  request: {
    ...paging,
    search: optional(text(60)).describe("Part of a port number, a place or a remark."),
  },
  response: paged(whitelistedPort),
  example: { request: { page: 1, limit: 10 }, response: onePage([examples.port]) },
});
export const whitePortAdd = call({
  path: "/v1/whitePortAdd",
  access: "proxies",
  summary: "Opens ports for whitelisted addresses, without a password.",
  description: "Only the traffic is paid for. The ports are open when the call returns.",
  tag: "Whitelist",
  request: {
    ...placeFields,
    region: optional(text(40, "badRegion")).describe(
      "The region of the gateway, as `/v1/traffic/server` lists it; the gateway with the fewest ports if absent.",
    ),
    num: integer(1, maxWhitelistedPorts, "badQuantity", "enterQuantity").describe(
      "The number of ports to open.",
    ),
    minutes: minutesField.describe("The number of minutes to keep them open."),
    remark: optional(text(100)).describe("A description, as free text."),
  },
  response: { items: z.array(whitelistedPort).describe("The ports that were opened.") },
  refusals: [
    "badRegion",
    "noExitThere",
    "tooManyWhitePorts",
    "insufficientTraffic",
    "insufficientStock",
    "tooManyTries",
  ],
  example: {
    request: { country: "US", city: "seattle", num: 1, minutes: 30 },
    response: { items: [examples.port] },
  },
});
export const whitePortDel = call({
  path: "/v1/whitePortDel",
  access: "proxies",
  summary: "Closes whitelisted ports at once.",
  tag: "Whitelist",
  request: { ids: ids().describe("The ports, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of ports deleted.") },
  refusals: ["whitePortNotFound"],
  example: { request: { ids: [customer.whitePortId] }, response: { deleted: 1 } },
});

export const whitelistedPortCalls = { whitePorts, whitePortAdd, whitePortDel };
