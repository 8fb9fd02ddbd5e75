/** Judges an address that shall stand on a whitelist (contract §16 Whitelist). */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { judgeWhitelistIp, type WhitelistVerdict } from "@turnpike/rules/whitelist.ts";
import { countryOf } from "../geo/country-of.ts";
import type { Services } from "../services.ts";

/** By where the address is registered, and whether this is the lab. */
export async function judgeAddress({ env }: Services, text: string): Promise<WhitelistVerdict> {
  const ip = canonicalAddress(text);
  const country = ip === null ? null : await countryOf(env.GEO_COUNTRY_MMDB)(ip);
  return judgeWhitelistIp({ text, country, lab: env.lab });
}
