/** The country in which an address is registered, by the packaged table or the operator's file. */
import { createRequire } from "node:module";
import { recordOf } from "./mmdb.ts";
import { textAt } from "./record.ts";

/** Returns an ISO 3166-1 code, or null if the address is unknown or not public. */
export type CountryOf = (ip: string) => Promise<string | null>;

/** Looks addresses up in the MMDB `file`, or in the packaged table (CC0) if there is none. */
export function countryOf(file: string | undefined): CountryOf {
  return async (ip) => {
    const found = await recordOf(file ?? packagedFile(), ip);
    // The packaged table is flat; MaxMind's own files are nested.
    return textAt(found, "country_code") || textAt(found, "country", "iso_code") || null;
  };
}

function packagedFile(): string {
  const require = createRequire(import.meta.url);
  return require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
}
