/**
 * Places that members of the pool serve besides own exits (spec/supply#places). An upstream's
 * places are those that it can write: its own spellings, else the bundled names.
 */
import {
  listedCities,
  listedCountries,
  listedNetworks,
} from "@turnpike/proxy-strings/upstream/gazetteer.ts";
import type { Upstream } from "@turnpike/proxy-strings/upstream/definition.ts";
import { type Notation, render } from "@turnpike/proxy-strings/upstream/render.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import type { UpstreamPlaceRow } from "@turnpike/contract/upstream-facts.ts";
import { openUpstream, storedNotation } from "../upstream/definition.ts";
import { allUpstreams, placesOf, type UpstreamRow } from "../upstream/store/upstreams.ts";
import type { Services } from "../../platform/services.ts";

interface Member {
  notation: Notation;
  upstream: Upstream;
  rows: UpstreamPlaceRow[];
  countries: ReadonlySet<string>;
}

export interface MemberCity {
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
}
export interface MemberNetwork {
  isp: string;
  name: string;
}

/** The members of a pool that are on and carry the traffic plan, parsed. */
export async function membersNow(
  { db, seal }: Pick<Services, "db" | "seal">,
  pool: string = firstPool,
): Promise<Member[]> {
  const isMember = ({ inFirstPool, pools }: UpstreamRow) =>
    pool === firstPool ? inFirstPool : pools?.[pool] !== undefined;
  const live = (await allUpstreams(db)).filter((row) => row.state === "on" && isMember(row));
  const members: Member[] = [];
  for (const row of live) {
    const upstream = openUpstream(seal, row);
    // Of another pool than the first only the share says that it sells traffic, as at gateways.
    const sells = pool !== firstPool || upstream.products.includes("traffic");
    if (!sells || !upstream.places.includes("country")) continue;
    const rows = await placesOf(db, row.id);
    const notation = storedNotation(upstream, rows);
    members.push({ notation, upstream, rows, countries: countriesOf(upstream, rows) });
  }
  return members;
}

function countriesOf({ countries }: Upstream, rows: UpstreamPlaceRow[]): ReadonlySet<string> {
  if (countries !== null) return new Set(countries);
  if (rows.length > 0) return new Set(rows.map(([country]) => country));
  return new Set(listedCountries());
}

const canWrite = ({ notation }: Member, filter: PlaceFilter) =>
  !("unwritable" in render(notation, { filter, session: null }));

const inTitleCase = (words: string) =>
  words.replace(/(^|[\s-])(\p{L})/gu, (letters) => letters.toUpperCase());

/** Cities of a country that any of the members serves. */
export function memberCities(members: readonly Member[], country: string): MemberCity[] {
  const found = new Map<string, MemberCity>();
  for (const member of members) {
    if (!member.countries.has(country) || !member.upstream.places.includes("city")) continue;
    const own = member.rows.filter((row) => row[0] === country && row[2] !== "");
    const places =
      own.length > 0 ? own.map(([, state, city]) => ({ state, city })) : listedCities(country);
    for (const { state, city } of places) {
      const filter = { country, city: foldPlace(city), ...(state && { state: foldPlace(state) }) };
      const reachable =
        canWrite(member, filter) || canWrite(member, { country, city: filter.city });
      if (!reachable) continue;
      const key = `${foldPlace(state)}|${filter.city}`;
      found.set(key, {
        country,
        state: foldPlace(state),
        stateName: inTitleCase(state),
        city: filter.city,
        cityName: inTitleCase(city),
      });
    }
  }
  return [...found.values()];
}

/** Networks of a country that any of the members serves. */
export function memberNetworks(members: readonly Member[], country: string): MemberNetwork[] {
  const found = new Map<string, MemberNetwork>();
  for (const member of members) {
    if (!member.countries.has(country) || !member.upstream.places.includes("isp")) continue;
    const own = member.rows.filter((row) => row[0] === country && row[3] !== "");
    const names = own.length > 0 ? own.map((row) => row[3]) : listedNetworks(country);
    for (const name of names) {
      const isp = foldPlace(name);
      if (canWrite(member, { country, isp })) found.set(isp, { isp, name: inTitleCase(name) });
    }
  }
  return [...found.values()];
}
