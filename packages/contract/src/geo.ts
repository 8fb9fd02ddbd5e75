/**
 * Places that have exits now, in the ISP pool and for the traffic plan (spec/pool#places,
 * spec/traffic-plan#calls).
 */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { integer, optional, text } from "./fields.ts";
import { country, poolFields } from "./place-fields.ts";

/** Marks places of the traffic plan that exits of other providers serve too, or alone. */
const upstream = z
  .boolean()
  .optional()
  .describe(
    "True if partners' exits serve the place; they are not counted, so `online` is 0 if there are no others. Absent if they do not.",
  );

/** Of calls for the traffic plan: each pool has members of its own (spec/supply#places). */
const pool = optional(text(40)).describe(
  "The pool of traffic whose places are listed; `residential` if absent.",
);

const cityItem = z.object({
  state: z.string().describe("The state's token, as filters take it."),
  stateName: z.string().describe("The state's name."),
  city: z.string().describe("The city's token, as filters take it."),
  cityName: z.string().describe("The city's name."),
  online: z.int().describe("The number of exits online there."),
});

const countryItems = z.array(
  z.object({
    code: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
    name: z.string().describe("The country's name, in the language of the call."),
    online: z.int().describe("The number of exits online there."),
    upstream,
  }),
);
const exampleCountries = [
  { code: "DE", name: "Germany", online: 1_840 },
  { code: "US", name: "United States", online: 9_214 },
];
const exampleCity = {
  state: "washington",
  stateName: "Washington",
  city: "seattle",
  cityName: "Seattle",
  online: 212,
};
const exampleNetwork = { asn: 7_922, isp: "comcast", name: "Comcast", online: 95 };
const exampleServer = {
  region: "europe",
  regionName: "Europe",
  node: "fra-1",
  host: customer.gateway,
  port: 8_000,
  protocols: ["http", "socks5"],
};

export const countrys = call({
  path: "/v1/countrys",
  access: "read",
  summary: "Lists countries with exits of the pool, with names in `lang`.",
  tag: "Geography",
  response: { items: countryItems.describe("The countries.") },
  example: { request: {}, response: { items: exampleCountries } },
});
export const countryV2 = call({
  path: "/v2/country",
  access: "read",
  summary: "Lists countries with exits for the traffic plan, with names in `lang`.",
  tag: "Geography",
  request: { pool },
  response: { items: countryItems.describe("The countries.") },
  refusals: ["badField"],
  example: { request: { pool: "residential" }, response: { items: exampleCountries } },
});

// Every list for the pool takes every filter, so that each choice narrows the others.
export const city = call({
  path: "/v1/city",
  access: "read",
  summary: "Lists states and cities of a country with exits of the ISP pool.",
  tag: "Geography",
  request: { ...poolFields, country },
  response: { items: z.array(cityItem).describe("The states and cities.") },
  example: {
    request: { country: "US", state: "washington" },
    response: { items: [exampleCity] },
  },
});

export const cityV2 = call({
  path: "/v2/city",
  access: "read",
  summary: "Lists states and cities of a country with exits for the traffic plan.",
  tag: "Geography",
  request: {
    pool,
    country,
    state: optional(text(60)).describe(
      "The state or province: its token (`newyork`) or its name (`New York`).",
    ),
  },
  response: { items: z.array(cityItem.extend({ upstream })).describe("The states and cities.") },
  refusals: ["badField"],
  example: { request: { country: "US" }, response: { items: [exampleCity] } },
});

export const postal = call({
  path: "/v1/postal",
  access: "read",
  summary: "Lists postal codes of a country, state or city with exits of the ISP pool.",
  tag: "Geography",
  request: { ...poolFields, country },
  response: {
    items: z
      .array(cityItem.extend({ postal: z.string().describe("The postal code.") }))
      .describe("The postal codes."),
  },
  example: {
    request: { country: "US", city: "seattle" },
    response: { items: [{ ...exampleCity, postal: "98101", online: 31 }] },
  },
});

export const isp = call({
  path: "/v1/isp",
  access: "read",
  summary: "Lists network providers with exits of the ISP pool.",
  tag: "Geography",
  request: poolFields,
  response: {
    items: z
      .array(
        z.object({
          isp: z.string().describe("The network provider's token, as filters take it."),
          ispName: z.string().describe("The network provider's name."),
          online: z.int().describe("The number of exits online there."),
        }),
      )
      .describe("The providers."),
  },
  example: {
    request: { country: "US" },
    response: { items: [{ isp: "comcast", ispName: "Comcast", online: 95 }] },
  },
});

const networkItems = z.array(
  z.object({
    asn: z.int().describe("The network's number (ASN); 0 if only its provider can be selected."),
    isp: z.string().describe("The network provider's token, as filters take it."),
    name: z.string().describe("The network's name."),
    online: z.int().describe("The number of exits online there."),
    upstream,
  }),
);
export const asn = call({
  path: "/v1/asn",
  access: "read",
  summary: "Lists networks with exits of the ISP pool.",
  tag: "Geography",
  request: poolFields,
  response: { items: networkItems.describe("The networks.") },
  example: { request: { country: "US" }, response: { items: [exampleNetwork] } },
});
export const asnV2 = call({
  path: "/v2/asn",
  access: "read",
  summary: "Lists networks with exits for the traffic plan.",
  tag: "Geography",
  request: {
    pool,
    country: optional(country),
    isp: optional(text(60)).describe("The network's provider: its token (`comcast`) or its name."),
  },
  response: { items: networkItems.describe("The networks.") },
  refusals: ["badField"],
  example: { request: { country: "US", isp: "comcast" }, response: { items: [exampleNetwork] } },
});

export const trafficCity = call({
  path: "/v1/traffic/city",
  access: "read",
  summary: "Lists states and cities for the endpoint generator; all countries without `country`.",
  tag: "Geography",
  request: {
    pool,
    country: optional(country),
    limit: integer(1, 100_000)
      .optional()
      .describe("The largest number of entries to return; all if absent."),
  },
  response: {
    items: z
      .array(
        cityItem.extend({
          upstream,
          country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
        }),
      )
      .describe("The states and cities."),
  },
  refusals: ["badField"],
  example: {
    request: { country: "US", limit: 100 },
    response: { items: [{ ...exampleCity, country: "US" }] },
  },
});

const server = z.object({
  region: z.string().describe("The region that the gateway is in."),
  regionName: z.string().describe("The region's name, in the language of the call."),
  node: z.string().describe("The gateway machine's name; empty if all machines share the host."),
  host: z.string().describe("The host that clients connect to."),
  port: z.int().describe("The port for HTTP proxy and SOCKS5."),
  protocols: z.array(z.string()).describe("The protocols that it speaks."),
});
export const trafficServer = call({
  path: "/v1/traffic/server",
  access: "read",
  summary: "Lists the gateways a customer may connect to, the nearest first.",
  tag: "Geography",
  response: { items: z.array(server).describe("The gateways.") },
  example: { request: {}, response: { items: [exampleServer] } },
});

export const geoCalls = {
  countrys,
  countryV2,
  city,
  cityV2,
  postal,
  isp,
  asn,
  asnV2,
  trafficCity,
  trafficServer,
};
