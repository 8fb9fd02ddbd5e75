/** Which addresses may be whitelisted (spec/traffic-plan#whitelist). */
import { canonicalAddress } from "./ip-address.ts";

/** Maximum number of entries per account (spec/limits#caps). */
export const maxWhitelistEntries = 1_000;
/** An address can be taken over from another account once per this time. */
export const claimIntervalSeconds = 600;

export type WhitelistRefusal = "badIp" | "privateIp" | "mainlandChinaIp" | "countryRefused";
export type WhitelistVerdict = { take: true; ip: string } | { take: false; why: WhitelistRefusal };

/** Judges an address. `country` is where it is registered, null if unknown. */
export function judgeWhitelistIp(asked: {
  /** As typed; ranges, zones and names are not accepted. */
  text: string;
  country: string | null;
  /** Countries whose addresses are refused (spec/money#rates). */
  refusedCountries: readonly string[];
  /** The lab accepts loopback and private addresses: its clients have no others. */
  lab: boolean;
}): WhitelistVerdict {
  const ip = canonicalAddress(asked.text);
  if (ip === null || isUnusable(ip)) return { take: false, why: "badIp" };
  if (isPrivate(ip) && !asked.lab) return { take: false, why: "privateIp" };
  const { country, refusedCountries } = asked;
  if (country !== null && refusedCountries.includes(country))
    return { take: false, why: country === "CN" ? "mainlandChinaIp" : "countryRefused" };
  return { take: true, ip };
}

/** Unspecified, broadcast and multicast addresses, which no client has (RFC 6890, RFC 4291). */
function isUnusable(ip: string): boolean {
  if (ip.includes(":")) return ip === "::" || /^ff[0-9a-f]{2}:/.test(ip);
  const [first = 0] = ip.split(".").map(Number);
  return first === 0 || first >= 224;
}

/** Loopback, private, link-local and shared addresses (RFC 1918, 6598, 3927, 4193, 4291). */
function isPrivate(ip: string): boolean {
  if (ip.includes(":")) return ip === "::1" || /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/.test(ip);
  const [a = 0, b = 0] = ip.split(".").map(Number);
  if (a === 10 || a === 127) return true;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 192) return b === 168;
  if (a === 169) return b === 254;
  return a === 100 && b >= 64 && b <= 127;
}
