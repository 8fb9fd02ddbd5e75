/** The seller's tax scheme, as its file has it (spec/tax#scheme). */
import { priceKinds } from "@turnpike/rules/tax/amounts.ts";
import { taxSchemes } from "@turnpike/rules/tax/tax.ts";
import { z } from "zod";
import { isStorable } from "./fields.ts";

/** When tax is due: with each order, or when a wallet is topped up. */
export const taxPoints = ["order", "recharge"] as const;
const maxRates = 1_000;

const country = z
  .string("a country's code is expected")
  .regex(/^[A-Za-z]{2}$/, "two letters are expected (ISO 3166-1)")
  .toUpperCase()
  .overwrite((code) => (code === "EL" ? "GR" : code));
const percent = z
  .number("a number is expected")
  .min(0, "0 or more is expected")
  .max(100, "100 or less is expected")
  .refine(
    (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9,
    "two decimals at most",
  );

const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `one of ${words.join(", ")} is expected`);

export const taxScheme = z.strictObject({
  scheme: oneOf(taxSchemes).describe("How sales are taxed."),
  sellerCountry: z
    .union([z.literal(""), country])
    .default("")
    .describe("The seller's country (ISO 3166-1 alpha-2); empty without a scheme."),
  sellerVatId: z
    .string("a text is expected")
    .max(40, "40 characters at most")
    .refine(isStorable, "is no text")
    .default("")
    .describe("The seller's VAT id; empty without one."),
  prices: oneOf(priceKinds)
    .default("gross")
    .describe("Whether prices are named with the tax (`gross`) or without it (`net`)."),
  point: oneOf(taxPoints)
    .default("order")
    .describe("Whether tax is due with each order or when the wallet is topped up."),
  rates: z
    .array(
      z.strictObject({
        country: country.describe("The country that the rate is of."),
        percent: percent.describe("The rate in percent."),
        from: z.iso
          .date("a day (2026-01-31) is expected")
          .describe("The first day of the rate, in UTC."),
      }),
      "a list is expected",
    )
    .max(maxRates, `${maxRates} rows at most`)
    .default([])
    .describe("The operator's rates; in the EU the shipped ones fill the gaps."),
});
export type TaxSchemeFile = z.output<typeof taxScheme>;
