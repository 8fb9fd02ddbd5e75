/** Own exits' places and those of other members of the pool as one list (spec/supply#places). */
import { foldPlace } from "@turnpike/rules/places-match.ts";
import type { OnlineCity, OnlineNetwork } from "../exit/store/pool-counts.ts";
import { memberCities, memberNetworks, type membersNow } from "./member-places.ts";

type Members = Awaited<ReturnType<typeof membersNow>>;
const served = { upstream: true } as const;
type Served = Partial<typeof served>;

/** Countries of either; those of members alone have no exit online. */
export function withCountries(own: { country: string; online: number }[], members: Members) {
  const theirs = new Set(members.flatMap(({ countries }) => [...countries]));
  const both: ({ country: string; online: number } & Served)[] = own.map((one) =>
    theirs.has(one.country) ? { ...one, ...served } : one,
  );
  const known = new Set(own.map(({ country }) => country));
  const alone = [...theirs].filter((country) => !known.has(country));
  return [...both, ...alone.map((country) => ({ country, online: 0, ...served }))];
}

/** Cities of either in a country. */
export function withCities(
  own: OnlineCity[],
  members: Members,
  country: string,
): (OnlineCity & Served)[] {
  const theirs = new Map(
    memberCities(members, country.toUpperCase()).map((one) => [keyOf(one), one]),
  );
  // A member may not say in which state a city is.
  const keyFor = (one: OnlineCity) => [keyOf(one), keyOf({ ...one, state: "" })];
  const taken = new Set(own.flatMap(keyFor));
  const both = own.map((one) =>
    keyFor(one).some((key) => theirs.has(key)) ? { ...one, ...served } : one,
  );
  const alone = [...theirs].filter(([key]) => !taken.has(key)).map(([, one]) => one);
  return [...both, ...alone.map((one) => ({ ...one, online: 0, ...served }))];
}

const keyOf = ({ state, city }: { state: string; city: string }) => `${state}|${city}`;

/** Networks of either; one of a member alone has no number. */
export function withNetworks(
  own: OnlineNetwork[],
  members: Members,
  { country, isp }: { country?: string | undefined; isp?: string | undefined },
): (OnlineNetwork & Served)[] {
  const found = country === undefined ? [] : memberNetworks(members, country.toUpperCase());
  const theirs = found.filter((one) => isp === undefined || one.isp === foldPlace(isp));
  const names = new Set(theirs.map((one) => one.isp));
  const known = new Set(own.map((one) => one.isp));
  const both = own.map((one) => (names.has(one.isp) ? { ...one, ...served } : one));
  const alone = theirs.filter((one) => !known.has(one.isp));
  return [...both, ...alone.map((one) => ({ asn: 0, ...one, online: 0, ...served }))];
}
