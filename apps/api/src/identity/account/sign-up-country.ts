/** Countries from which nobody signs up (spec/money#rates). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";

/** @throws Refusal countryRefused if the operator refuses the country of the client's address */
export async function refuseSignUpFrom(
  services: Pick<Services, "env" | "settings">,
  ip: string,
): Promise<void> {
  const { signUpRefusedCountries: refused } = ratesOf(services);
  if (refused.length === 0) return;
  const country = await countryOf(services.env.GEO_COUNTRY_MMDB)(ip);
  if (country !== null && refused.includes(country)) throw new Refusal("countryRefused");
}
