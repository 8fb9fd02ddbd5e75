/** A place as calls ask for it and show it (spec/pool#places). */
import { z } from "zod";
import { integer, optional, requiredText, text } from "./fields.ts";

/** ISO 3166-1 alpha-2, in any case. */
export const country = requiredText(2, "badCountry").pipe(
  z
    .string()
    .regex(/^[a-zA-Z]{2}$/, "badCountry")
    .toUpperCase(),
);
const ASN_MAX = 4_294_967_295;
const asnNumber = (value: unknown) =>
  typeof value === "string" ? value.trim().replace(/^as(?=\d)/i, "") : value;

/** Where the gateway's places are chosen by hand; tokens or names, compared folded. */
export const placeFields = {
  country: optional(country),
  state: optional(text(60)),
  city: optional(text(60)),
  isp: optional(text(60)),
  asn: optional(z.preprocess(asnNumber, integer(0, ASN_MAX, "badNumber"))),
};
/** The same with the postal code, as the pool is asked. */
export const poolFields = { ...placeFields, postal: optional(text(20)) };
export type PoolFilter = z.output<z.ZodObject<typeof poolFields>>;

/** A place as it is shown: tokens beside names; `countryName` in the question's language. */
export const placeShown = {
  country: z.string(),
  countryName: z.string(),
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  postal: z.string(),
  isp: z.string(),
  ispName: z.string(),
  asn: z.int(),
};
