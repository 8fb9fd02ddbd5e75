/**
 * The IP lookup service: its own port, the usual envelope (spec/lookup#calls). What costs something
 * or ends something is a POST: a key in a URL gets into logs, and links are followed by themselves.
 */
import { z } from "zod";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/services.ts";
import { at, id, integer, list, optional, paged, requestId, text } from "./fields.ts";
import { serviceCall } from "./service-call.ts";
import { poolFields } from "./place-fields.ts";
import { hoursField } from "./pool.ts";
import { reasons } from "./reasons.ts";
import { secret } from "./secret.ts";

/** Maximum number of addresses in one request, and of results. */
export const maxLookupAddresses = 100;

/** What is known about an address; empty text and null if unknown. */
export const lookedUp = z
  .object({
    ip: z.string().describe("The address."),
    country: z
      .string()
      .describe("The country as a two-letter code (ISO 3166-1 alpha-2); empty if unknown."),
    countryName: z
      .string()
      .describe("The country's name, in the language of the call; empty if unknown."),
    state: z.string().describe("The state's token, as filters take it; empty if unknown."),
    stateName: z.string().describe("The state's name; empty if unknown."),
    city: z.string().describe("The city's token, as filters take it; empty if unknown."),
    cityName: z.string().describe("The city's name; empty if unknown."),
    postal: z.string().describe("The postal code; empty if unknown."),
    latitude: z.number().nullable().describe("The latitude in degrees; null if unknown."),
    longitude: z.number().nullable().describe("The longitude in degrees; null if unknown."),
    timezone: z
      .string()
      .describe("The IANA time zone, such as `America/Los_Angeles`; empty if unknown."),
    asn: z.int().nullable().describe("The network's number (ASN); null if unknown."),
    isp: z.string().describe("The network provider's token; empty if unknown."),
    ispName: z.string().describe("The network provider's name; empty if unknown."),
    inPool: z.boolean().describe("True if it is an exit of the pool that is online."),
  })
  .meta({ id: "AddressFacts", description: "Facts about an address." });
export type LookedUp = z.output<typeof lookedUp>;

/** An opened IP that is kept open for the account. */
export const heldIp = z
  .object({
    id: z.string().describe("The opened IP's ID."),
    ip: z.string().describe("The exit's address."),
    host: z.string().describe("The host that clients connect to."),
    port: z.int().describe("The port that clients connect to."),
    username: z.string().describe("The username to connect with."),
    password: secret(z.string().describe("The password to connect with.")),
    country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
    expiresAt: at.describe("The time it closes."),
    remainingSeconds: z.int().describe("Seconds until it ends; 0 once it has ended."),
  })
  .meta({ id: "HeldIp", description: "An opened IP that is held for the account." });

export type HeldIp = z.output<typeof heldIp>;

const key = optional(text(64)).describe(
  "An API key or the access key; or send it as `Authorization: Bearer`.",
);
/** Refusals for a missing API key, or for one without the needed permission. */
const keyReasons = ["sessionInvalid", ...reasons.byKey, "tooManyTries"] as const;
/** The access key only reads. */
const spendReasons = [...keyReasons, "keyReadOnly"] as const;
export const lookupCalls = {
  getIp: serviceCall({
    method: "POST",
    path: "/getIp",
    summary: "Looks up an address.",
    description: "Needs neither a session nor a key, and costs nothing.",
    request: z.object({ ip: optional(text(64)).describe("The address; your own if absent.") }),
    response: lookedUp,
    refusals: ["badIp"],
    example: { request: { ip: examples.facts.ip }, response: examples.facts },
  }),
  ipList: serviceCall({
    method: "POST",
    path: "/ipList",
    scope: "read",
    summary: "Looks up addresses, or lists exits of the ISP pool at a place.",
    description:
      "With `ips` it returns all of those, 100 at most; without, a page of the pool's exits that are online. With a key, addresses that its account has open are not masked.",
    request: z.object({
      ips: optional(list(maxLookupAddresses)).describe(
        "The addresses, 100 at most. Separated by commas in a form.",
      ),
      ...poolFields,
      page: optional(integer(1, 1_000_000)).describe(
        "The page of the pool's exits, from 1; ignored with `ips`.",
      ),
      limit: optional(
        integer(1, Number.MAX_SAFE_INTEGER).transform((value) =>
          Math.min(value, maxLookupAddresses),
        ),
      ).describe("Exits on a page, 100 at most and by default."),
    }),
    response: z.object(paged(lookedUp)),
    refusals: ["badIp", ...keyReasons],
    example: {
      request: { ips: [examples.facts.ip] },
      response: { ...onePage([examples.facts]), limit: 100 },
    },
  }),
  start: serviceCall({
    method: "POST",
    path: "/start",
    scope: "buy",
    summary: "Opens an exit of the ISP pool and holds it for the account.",
    description:
      "Costs one IP of balance, so it needs an API key with the scope `buy` and a `requestId`. Opens the exit of `ip`, else any exit at the place, for `hours`.",
    request: z.object({
      key,
      ip: optional(text(64)).describe(
        "The exit to open, by its address; any exit at the place if absent.",
      ),
      ...poolFields,
      hours: hoursField.default(1).describe("The number of hours to hold it. 1 by default."),
      requestId,
    }),
    response: heldIp,
    refusals: [
      ...spendReasons,
      "inArrears",
      "badIp",
      "exitNotFound",
      "requestIdReused",
      "insufficientIps",
      "insufficientStock",
      "portUnavailable",
    ],
    example: {
      request: {
        key: examples.key,
        country: "US",
        city: "seattle",
        hours: 2,
        requestId: "hold-2026-03-16",
      },
      response: examples.held,
    },
  }),
  online: serviceCall({
    method: "GET",
    path: "/online",
    scope: "read",
    summary: "Lists the exits that the lookup service holds for the account now.",
    description: "Ended ones are left out.",
    request: z.object({ key }),
    response: z.object({ items: z.array(heldIp).describe("The exits that are held now.") }),
    refusals: [...keyReasons],
    example: { request: { key: examples.key }, response: { items: [examples.held] } },
  }),
  stop: serviceCall({
    method: "POST",
    path: "/stop",
    scope: "proxies",
    summary: "Releases an exit at once.",
    description: "Remaining time is not refunded.",
    request: z.object({ key, id: id().describe("The opened IP to release, by its ID.") }),
    response: z.object({ released: z.int().describe("The number of IPs released.") }),
    refusals: [...spendReasons, "openedIpNotFound"],
    example: {
      request: { key: examples.key, id: examples.held.id },
      response: { released: 1 },
    },
  }),
};
