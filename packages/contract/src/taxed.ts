/** What an answer says of a sale's amount and its tax (spec/tax#amounts). */
import { taxTreatments } from "@turnpike/rules/tax/tax.ts";
import { z } from "zod";
import { cents } from "./fields.ts";

export const taxed = {
  netCents: cents.describe("The sum without tax, in US cents."),
  taxCents: cents.describe("The tax, in US cents; 0 where none is due."),
  taxPercent: z.number().describe("The rate of the tax in percent; 0 where none is due."),
  taxTreatment: z
    .enum(taxTreatments)
    .describe("How the sale is taxed; `none` without a tax scheme."),
  totalCents: cents.describe("The sum to be paid, with its tax, in US cents."),
};
