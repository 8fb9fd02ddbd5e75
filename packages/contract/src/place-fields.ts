/** Fields for places in requests and responses (spec/pool#places). */
import { z } from "zod";
import { integer, optional, requiredText, text } from "./fields.ts";

/** ISO 3166-1 alpha-2, case-insensitive. */
export const country = requiredText(2, "badCountry")
  .pipe(
    z
      .string()
      .regex(/^[a-zA-Z]{2}$/, "badCountry")
      .toUpperCase(),
  )
  .describe("The country as a two-letter code (ISO 3166-1 alpha-2), in any case.");
const ASN_MAX = 4_294_967_295;
const asnNumber = (value: unknown) =>
  typeof value === "string" ? value.trim().replace(/^as(?=\d)/i, "") : value;

/** Place filter of the traffic plan; tokens or names, compared in folded form. */
export const placeFields = {
  country: optional(country),
  state: optional(text(60)).describe(
    "The state or province: its token (`newyork`) or its name (`New York`).",
  ),
  city: optional(text(60)).describe("The city: its token (`newyork`) or its name (`New York`)."),
  isp: optional(text(60)).describe("The network's provider: its token (`comcast`) or its name."),
  asn: optional(z.preprocess(asnNumber, integer(0, ASN_MAX, "badNumber"))).describe(
    "The network's number; `AS7922` and `7922` are the same.",
  ),
};
/** The same with a postal code, for the pool. */
export const poolFields = {
  ...placeFields,
  postal: optional(text(20)).describe("The postal code."),
};
export type PoolFilter = z.output<z.ZodObject<typeof poolFields>>;

/** A place in a response: tokens and names; `countryName` is in the language of the request. */
export const placeShown = {
  country: z.string().describe("The country as a two-letter code (ISO 3166-1 alpha-2)."),
  countryName: z.string().describe("The country's name, in the language of the call."),
  state: z.string().describe("The state's token, as filters take it."),
  stateName: z.string().describe("The state's name."),
  city: z.string().describe("The city's token, as filters take it."),
  cityName: z.string().describe("The city's name."),
  postal: z.string().describe("The postal code."),
  isp: z.string().describe("The network provider's token, as filters take it."),
  ispName: z.string().describe("The network provider's name."),
  asn: z.int().describe("The network's number (ASN)."),
};
