/** Rates and country rules (spec/money#rates). */
import { z } from "zod";
import { cents, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason } from "./fields.ts";

const countries = z.array(z.string());
const rates = {
  affiliateOrderPercent: z.int().describe("Profit from a customer's orders, in percent."),
  affiliateRenewalPercent: z.int().describe("Profit from renewals, in percent."),
  freezeDays: z.int().describe("The number of days a profit stays frozen."),
  withdrawMinCents: cents.describe("The smallest withdrawal in crypto."),
  withdrawFeePercent: z.int().describe("The fee of a withdrawal in crypto, in percent."),
  withdrawFeeMinCents: cents.describe("The smallest fee of a withdrawal in crypto."),
  whitelistRefusedCountries: countries.describe("Countries whose addresses are not whitelisted."),
  signUpRefusedCountries: countries.describe("Countries from which nobody signs up."),
};

export const rateList = consoleCall({
  path: "/console/v1/rateList",
  access: "shop.read",
  summary: "Returns rates of the affiliate programme, and the countries that are refused.",
  response: rates,
});

export const rateSet = consoleAct({
  path: "/console/v1/rateSet",
  access: "rates.write",
  summary: "Sets a rate from now on; what was earned before stays.",
  request: {
    name: requiredText(40).describe("The rate's name, as in the answer of `rateList`."),
    value: text(1_000).describe("A whole number, or countries with commas between them."),
    reason,
  },
  response: rates,
  refusals: ["badField"],
});

export const consoleRateCalls = { rateList, rateSet };
