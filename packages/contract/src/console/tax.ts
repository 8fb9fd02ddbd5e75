/** The seller's tax scheme (spec/tax#scheme). */
import { z } from "zod";
import { requiredText } from "../fields.ts";
import { taxScheme } from "../tax.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const shownScheme = z.object(taxScheme.shape).meta({ id: "ConsoleTaxScheme" });

export const taxShow = consoleCall({
  path: "/console/v1/taxShow",
  access: "money.read",
  summary: "Returns the seller's tax scheme.",
  answer: {
    tax: shownScheme.describe("The scheme."),
    ratesReadOn: z.string().describe("The day on which the shipped rates of the EU were read."),
  },
});

export const taxSet = consoleAct({
  path: "/console/v1/taxSet",
  access: "tax.write",
  summary: "Sets how sales are taxed from now on; earlier sales keep their tax.",
  question: {
    file: requiredText(100_000).describe(
      "The whole scheme as JSON (docs/tax.md); fields that it lacks have their default.",
    ),
    reason,
  },
  answer: { tax: shownScheme.describe("The scheme that is set now.") },
});

export const consoleTaxCalls = { taxShow, taxSet };
