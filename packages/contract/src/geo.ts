/** Places that have exits for the traffic plan (contract §6, §7). */
import { z } from "zod";
import { call } from "./call.ts";
import { integer, optional, requiredText, text } from "./fields.ts";

const country = requiredText(2, "badCountry").pipe(
  z
    .string()
    .regex(/^[a-zA-Z]{2}$/, "badCountry")
    .toUpperCase(),
);
const cityItem = z.object({
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  online: z.int(),
});

export const countryV2 = call({
  path: "/v2/country",
  access: "key",
  summary: "Countries with exits for the traffic plan; the name is in `lang`.",
  answer: { items: z.array(z.object({ code: z.string(), name: z.string(), online: z.int() })) },
});

export const cityV2 = call({
  path: "/v2/city",
  access: "key",
  summary: "States and cities of a country with exits for the traffic plan.",
  question: { country, state: optional(text(60)) },
  answer: { items: z.array(cityItem) },
});

export const asnV2 = call({
  path: "/v2/asn",
  access: "key",
  summary: "Networks with exits for the traffic plan.",
  question: { country: optional(country), isp: optional(text(60)) },
  answer: {
    items: z.array(z.object({ asn: z.int(), isp: z.string(), name: z.string(), online: z.int() })),
  },
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
