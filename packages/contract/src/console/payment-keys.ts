/** Keys of payment providers, sealed in the database (spec/money#keys-of-providers). */
import { outsideMethods } from "@turnpike/rules/payment-method.ts";
import { z } from "zod";
import { text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { neededReason, seen, version } from "./fields.ts";

const access = "payments.keys";
const method = z.enum(outsideMethods, "badMethod").describe("The method of payment, by its ID.");

const keyField = z.object({
  name: z.string().describe("The setting's name, as in the environment."),
  secret: z.boolean().describe("True if it is never shown."),
  needed: z.boolean().describe("True if the method does not work without it."),
  isSet: z.boolean().describe("True if it has a value."),
  value: z.string().describe("Its value; empty if it is a secret or not set."),
});

const paymentSetUp = z
  .object({
    method,
    provider: z.string().nullable().describe("Who takes the money; null for the seller itself."),
    source: z
      .enum(["environment", "console", "none"])
      .describe("Where its settings are: `environment` cannot be changed here."),
    unreadable: z
      .boolean()
      .describe("True if the stored keys were sealed with another secret key: set them again."),
    found: z.string().describe("What the settings are; empty if there are none."),
    fault: z.string().describe("What to use instead, if no money would come; else empty."),
    webhook: z.string().describe("The address that the provider reports to; empty if none does."),
    fields: z.array(keyField).describe("Its settings."),
    version,
  })
  .meta({ id: "ConsolePaymentSetUp" });

const values = z
  .record(z.string().max(60), text(1_000), "badField")
  .describe(
    "Settings by name. An empty secret stays as it is; other settings that are empty are unset.",
  );

export const paymentKeys = consoleCall({
  path: "/console/v1/paymentKeys",
  access,
  summary: "Lists the ways to pay and how each is set up.",
  response: { items: z.array(paymentSetUp).describe("All ways to pay.") },
});

export const paymentKeysSet = consoleAct({
  path: "/console/v1/paymentKeysSet",
  access,
  fresh: true,
  summary: "Sets the keys of a payment provider; all API processes use them at once.",
  request: { method, values, seen, reason: neededReason },
  response: { item: paymentSetUp.describe("How the method is set up now.") },
  refusals: ["badField", "actRefused", "changedMeanwhile"],
});

export const paymentKeysRemove = consoleAct({
  path: "/console/v1/paymentKeysRemove",
  access,
  summary: "Removes the keys of a payment provider: nobody can pay with it any more.",
  request: { method, reason: neededReason },
  response: { item: paymentSetUp.describe("How the method is set up now.") },
  refusals: ["actRefused"],
});

export const paymentKeysTest = consoleCall({
  path: "/console/v1/paymentKeysTest",
  access,
  summary: "Tries keys at the provider, before or after they were stored.",
  request: { method, values: values.optional() },
  response: {
    works: z.boolean().describe("True if the provider takes them."),
    found: z.string().describe("What was found."),
  },
  refusals: ["badField"],
});

export const consolePaymentKeyCalls = {
  paymentKeys,
  paymentKeysSet,
  paymentKeysRemove,
  paymentKeysTest,
};
