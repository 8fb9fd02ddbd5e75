/** In which country an address is registered: the packaged table, or the operator's own file. */
import { createRequire } from "node:module";
import { type CountryResponse, open, type Reader } from "maxmind";

/** Answers an ISO 3166-1 code, null where the address is unknown or not public. */
export type CountryOf = (ip: string) => Promise<string | null>;

/** The packaged table is flat; MaxMind's own files are nested. */
type FlatRecord = { country_code?: string };
type AnyRecord = FlatRecord & CountryResponse;

const readers = new Map<string, Promise<Reader<AnyRecord>>>();

/** Looks addresses up in `file`, an MMDB; in the packaged table (CC0) without one. */
export function countryOf(file: string | undefined): CountryOf {
  return async (ip) => {
    const reader = await readerOf(file ?? packagedFile());
    const found = reader.get(ip) as AnyRecord | null;
    return found?.country_code ?? found?.country?.iso_code ?? null;
  };
}

/** Opened once for all; some 8 MB, 10 ms. A file that cannot be read is tried again. */
function readerOf(file: string): Promise<Reader<AnyRecord>> {
  const known = readers.get(file);
  if (known !== undefined) return known;
  const opening = open<AnyRecord>(file);
  readers.set(file, opening);
  opening.catch(() => readers.delete(file));
  return opening;
}

function packagedFile(): string {
  const require = createRequire(import.meta.url);
  return require.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb");
}
