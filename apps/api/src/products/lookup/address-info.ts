/**
 * Information about addresses: exits from the inventory, all others from the packaged table of
 * countries and the operator's files (GEO_COUNTRY_MMDB, GEO_CITY_MMDB, GEO_ASN_MMDB).
 */
import type { LookedUp } from "@turnpike/contract/lookup.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { judgeAddress } from "@turnpike/rules/destination.ts";
import { exitsAt, type LocatedExit } from "../../inventory/exit/store/pool.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { type AnyRecord, recordOf } from "../../platform/geo/mmdb.ts";
import { networkIn, placeIn } from "../../platform/geo/record.ts";
import type { Services } from "../../platform/services.ts";

const nothing = {
  allow: new Set<string>(),
  ownAddresses: new Set<string>(),
  ownNames: new Set<string>(),
};

/** Looks up canonical addresses; the result has the same order. */
export async function addressInfo(
  services: Services,
  ips: string[],
  lang: Lang,
): Promise<LookedUp[]> {
  const name = countryNames(lang);
  const exits = await exitsAt(services.db, ips);
  return Promise.all(
    ips.map(async (ip) => {
      const exit = exits.get(ip);
      if (exit) return presentExit(exit, { ip, inPool: exit.inPool, name });
      const found = await publicPlace(services, ip);
      return { ip, ...found, countryName: found.country && name(found.country), inPool: false };
    }),
  );
}

/** Presents an exit under the given address, which may be masked. */
export function presentExit(
  exit: LocatedExit,
  { ip, inPool, name }: { ip: string; inPool: boolean; name: (code: string) => string },
): LookedUp {
  const { country, state, stateName, city, cityName, postal, isp, ispName, asn } = exit;
  const { latitude, longitude, timezone } = exit;
  const place = { country, countryName: name(country), state, stateName, city, cityName, postal };
  return { ip, ...place, latitude, longitude, timezone, asn, isp, ispName, inPool };
}

type Public = Omit<LookedUp, "ip" | "countryName" | "inPool">;

/** Non-public addresses (private, loopback, unspecified) have no information. */
async function publicPlace(services: Services, ip: string): Promise<Public> {
  const isPublic = judgeAddress(ip, nothing).allowed;
  const { GEO_CITY_MMDB, GEO_ASN_MMDB, GEO_COUNTRY_MMDB } = services.env;
  const record = (file: string | undefined) =>
    isPublic && file ? readOrWarn(services, file, () => recordOf(file, ip)) : null;
  const [city, network] = await Promise.all([record(GEO_CITY_MMDB), record(GEO_ASN_MMDB)]);
  const place = placeIn(city ?? {});
  const country = isPublic
    ? place.country || (await readOrWarn(services, GEO_COUNTRY_MMDB, () => byCountry(services, ip)))
    : "";
  // A city file may contain networks as well.
  return { ...place, country: country ?? "", ...networkIn({ ...city, ...network }) };
}

const byCountry = ({ env }: Services, ip: string) => countryOf(env.GEO_COUNTRY_MMDB)(ip);

const warned = new Set<string>();
/** Returns a file's record; null if it cannot be read, with one warning per file in the log. */
async function readOrWarn<T extends AnyRecord | string>(
  { log }: Services,
  file: string | undefined,
  read: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const named = file ?? "the packaged table";
    if (!warned.has(named)) log.warn({ file: named, err: error }, "MMDB read failed");
    warned.add(named);
    return null;
  }
}
