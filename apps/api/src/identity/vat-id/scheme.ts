/** The seller's tax scheme, a setting of the installation (spec/tax#scheme). */
import type { Environment } from "@turnpike/contract/environment.ts";
import { taxScheme } from "@turnpike/contract/tax.ts";
import { euCountries } from "@turnpike/rules/tax/eu-rates.ts";
import type { TaxSeller } from "@turnpike/rules/tax/tax.ts";
import type { Services } from "../../platform/services.ts";
import { setting } from "../../platform/setting/setting.ts";

/** VIES on-the-web's REST service of the European Commission. */
const officialVies = "https://ec.europa.eu/taxation_customs/vies/rest-api";

export const taxSetting = setting({
  name: "tax",
  schema: taxScheme,
  initial: taxScheme.parse({ scheme: "none" }),
});

/** The seller, as the rules of tax want him. */
export function taxSeller({ settings }: Pick<Services, "settings">): TaxSeller {
  const { scheme, sellerCountry, rates } = settings.get(taxSetting);
  return { scheme, country: sellerCountry, rates };
}

/**
 * Where VAT ids are checked: VIES_URL, else the Commission if the seller's scheme knows reverse
 * charge; null if nobody is asked.
 */
export function viesUrl(
  services: Pick<Services, "settings"> & { env: Pick<Environment, "VIES_URL"> },
): string | null {
  if (services.env.VIES_URL !== undefined) return services.env.VIES_URL;
  const { scheme, country } = taxSeller(services);
  const knowsIt = (scheme === "domestic" || scheme === "oss") && euCountries.has(country);
  return knowsIt ? officialVies : null;
}
