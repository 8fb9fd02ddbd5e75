/** Checks whether an address may be whitelisted (spec/traffic-plan#whitelist). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { judgeWhitelistIp, type WhitelistVerdict } from "@turnpike/rules/whitelist.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";

/** Checks an address by its country of registration and whether this is the lab. */
export async function judgeAddress(services: Services, text: string): Promise<WhitelistVerdict> {
  const { env } = services;
  const ip = canonicalAddress(text);
  const country = ip === null ? null : await countryOf(env.GEO_COUNTRY_MMDB)(ip);
  const { whitelistRefusedCountries: refusedCountries } = ratesOf(services);
  return judgeWhitelistIp({ text, country, refusedCountries, lab: env.lab });
}

/**
 * Checks the addresses of a whole whitelist. Returns them in canonical form without duplicates.
 * @throws Refusal badIp, privateIp, mainlandChinaIp, countryRefused; it names the field and the entry
 */
export async function judgeAddresses(
  services: Services,
  texts: string[],
  field: string,
): Promise<string[]> {
  const ips = new Set<string>();
  for (const text of texts) {
    const verdict = await judgeAddress(services, text);
    if (!verdict.take) throw new Refusal(verdict.why, { field, entry: text });
    ips.add(verdict.ip);
  }
  return [...ips];
}
