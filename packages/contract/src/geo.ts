/**
 * Places that have exits now: of the ISP pool, and for the traffic plan (spec/pool#places,
 * spec/traffic-plan#calls).
 */
import { z } from "zod";
import { call } from "./call.ts";
import { integer, optional, text } from "./fields.ts";
import { country, poolFields } from "./place-fields.ts";

const cityItem = z.object({
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  online: z.int(),
});

const countryItems = z.array(z.object({ code: z.string(), name: z.string(), online: z.int() }));
export const countrys = call({
  path: "/v1/countrys",
  access: "key",
  summary: "Countries with exits of the ISP pool; the name is in `lang`.",
  answer: { items: countryItems },
});
export const countryV2 = call({
  path: "/v2/country",
  access: "key",
  summary: "Countries with exits for the traffic plan; the name is in `lang`.",
  answer: { items: countryItems },
});

// Of the pool every list takes every filter: what was chosen narrows what may be chosen next.
export const city = call({
  path: "/v1/city",
  access: "key",
  summary: "States and cities of a country with exits of the ISP pool.",
  question: { ...poolFields, country },
  answer: { items: z.array(cityItem) },
});

export const cityV2 = call({
  path: "/v2/city",
  access: "key",
  summary: "States and cities of a country with exits for the traffic plan.",
  question: { country, state: optional(text(60)) },
  answer: { items: z.array(cityItem) },
});

export const postal = call({
  path: "/v1/postal",
  access: "key",
  summary: "Postal codes of a country, state or city with exits of the ISP pool.",
  question: { ...poolFields, country },
  answer: { items: z.array(cityItem.extend({ postal: z.string() })) },
});

export const isp = call({
  path: "/v1/isp",
  access: "key",
  summary: "Providers with exits of the ISP pool: `isp` for filters, `ispName` for people.",
  question: poolFields,
  answer: {
    items: z.array(z.object({ isp: z.string(), ispName: z.string(), online: z.int() })),
  },
});

const networkItems = z.array(
  z.object({ asn: z.int(), isp: z.string(), name: z.string(), online: z.int() }),
);
export const asn = call({
  path: "/v1/asn",
  access: "key",
  summary: "Networks with exits of the ISP pool.",
  question: poolFields,
  answer: { items: networkItems },
});
export const asnV2 = call({
  path: "/v2/asn",
  access: "key",
  summary: "Networks with exits for the traffic plan.",
  question: { country: optional(country), isp: optional(text(60)) },
  answer: { items: networkItems },
});

export const trafficCity = call({
  path: "/v1/traffic/city",
  access: "key",
  summary: "States and cities for the endpoint generator; all countries without `country`.",
  question: { country: optional(country), limit: integer(1, 100_000).optional() },
  answer: { items: z.array(cityItem.extend({ country: z.string() })) },
});

const server = z.object({
  region: z.string(),
  host: z.string(),
  port: z.int(),
  protocols: z.array(z.string()),
});
export const trafficServer = call({
  path: "/v1/traffic/server",
  access: "key",
  summary: "The gateways a customer may connect to.",
  answer: { items: z.array(server) },
});
