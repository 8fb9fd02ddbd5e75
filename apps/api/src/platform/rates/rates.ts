/** The installation's rates and country rules (spec/money#rates). */
import { largestRates, mostCountries, type Rates, specifiedRates } from "@turnpike/rules/rates.ts";
import { z } from "zod";
import type { Services } from "../services.ts";
import { setting } from "../setting/setting.ts";

const number = (name: keyof typeof largestRates) =>
  z.int().min(0).max(largestRates[name]).default(specifiedRates[name]);
const countries = (name: "whitelistRefusedCountries" | "signUpRefusedCountries") =>
  z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(mostCountries)
    .default([...specifiedRates[name]]);

export const ratesSetting = setting<Rates>({
  name: "rates",
  schema: z.object({
    affiliateOrderPercent: number("affiliateOrderPercent"),
    affiliateRenewalPercent: number("affiliateRenewalPercent"),
    freezeDays: number("freezeDays"),
    withdrawMinCents: number("withdrawMinCents"),
    withdrawFeePercent: number("withdrawFeePercent"),
    withdrawFeeMinCents: number("withdrawFeeMinCents"),
    whitelistRefusedCountries: countries("whitelistRefusedCountries"),
    signUpRefusedCountries: countries("signUpRefusedCountries"),
  }),
  initial: specifiedRates,
});

/** The rates in effect, from memory. */
export const ratesOf = ({ settings }: Pick<Services, "settings">): Rates =>
  settings.get(ratesSetting);
