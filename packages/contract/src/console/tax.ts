/** The seller's tax scheme (spec/tax#scheme). */
import { z } from "zod";
import { taxTreatments } from "@turnpike/rules/tax/tax.ts";
import { at, cents, flag, optional, paged, paging, requiredText } from "../fields.ts";
import { taxScheme } from "../tax.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const shownScheme = z.object(taxScheme.shape).meta({ id: "ConsoleTaxScheme" });

export const taxShow = consoleCall({
  path: "/console/v1/taxShow",
  access: "money.read",
  summary: "Returns the seller's tax scheme.",
  response: {
    tax: shownScheme.describe("The scheme."),
    ratesReadOn: z.string().describe("The day on which the shipped rates of the EU were read."),
    version,
  },
});

export const taxSet = consoleAct({
  path: "/console/v1/taxSet",
  access: "tax.write",
  summary: "Sets how sales are taxed from now on; earlier sales keep their tax.",
  request: {
    file: requiredText(100_000).describe(
      "The whole scheme as JSON (docs/tax.md); fields that it lacks have their default.",
    ),
    seen,
    reason,
  },
  response: { tax: shownScheme.describe("The scheme that is set now.") },
  refusals: ["changedMeanwhile"],
});

const quarter = requiredText(6).describe("The quarter, in UTC, such as `2026Q4`.");

export const taxReport = consoleCall({
  path: "/console/v1/taxReport",
  access: "money.read",
  summary: "Returns a quarter's tax by country, rate and treatment.",
  request: { quarter },
  response: {
    quarter: z.string().describe("The quarter."),
    rows: z
      .array(
        z.object({
          country: z.string().describe("Whose tax it is."),
          percent: z.number().describe("The rate in percent."),
          treatment: z.enum(taxTreatments).describe("How the sales were taxed."),
          netCents: cents.describe("Sales without tax, before credit notes."),
          taxCents: cents.describe("Their tax, before credit notes."),
          orders: z.int().describe("The number of sales."),
          creditNotes: z.int().describe("The number of refunds."),
          creditNetCents: cents.describe("What they gave back without tax."),
          creditTaxCents: cents.describe("The tax that they gave back."),
        }),
      )
      .describe("The rows."),
    csv: z.string().describe("The same as CSV."),
    fileName: z.string().describe("The name of the file to save it as."),
  },
});

export const taxEvidence = consoleCall({
  path: "/console/v1/taxEvidence",
  access: "money.read",
  summary: "Lists where buyers of taxed sales are: by their invoice title, network and card.",
  request: {
    ...paging,
    conflicts: optional(flag()).describe("1: only sales in the EU of which no two places agree."),
  },
  response: paged(
    z.object({
      orderNo: z.string().describe("The order, or the payment of a recharge."),
      at: at.describe("The time it was paid."),
      billing: z.string().nullable().describe("The country of the invoice title."),
      network: z.string().nullable().describe("The network's country."),
      card: z.string().nullable().describe("The card's country."),
    }),
  ),
});

export const consoleTaxCalls = { taxShow, taxSet, taxReport, taxEvidence };
