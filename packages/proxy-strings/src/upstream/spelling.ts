/** How an upstream spells a requested place: its own file first, then the bundled names. */
import { foldPlace } from "@turnpike/rules/places-match.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import { cityName, ispName, stateName } from "./gazetteer.ts";
import type { SpelledPlace } from "./places-file.ts";
import type { PlaceName } from "./template.ts";

/** A value for a template: a token is written as it stands, words go through the transforms. */
export type Spelled = { token: string } | { words: string };

/** The rows of an upstream's file, found by what they spell. */
export interface PlaceIndex {
  byKey: ReadonlyMap<string, string>;
  /** Countries whose cities (networks) are those of the file and no others. */
  listed: { city: ReadonlySet<string>; isp: ReadonlySet<string> };
}

/** The state of a row that names none: its city is the city in whatever state is asked for. */
const anyState = "*";
const keyOf = (field: PlaceName, country: string, ...rest: string[]) =>
  [field, country, ...rest].join("|");

/** Indexes the rows; a row spells the narrowest place that it names. */
export function indexPlaces(rows: readonly SpelledPlace[]): PlaceIndex {
  const byKey = new Map<string, string>();
  const listed = { city: new Set<string>(), isp: new Set<string>() };
  const add = (key: string, token: string) => {
    if (!byKey.has(key)) byKey.set(key, token);
  };
  for (const { country, state, city, isp, token } of rows) {
    if (isp !== "") {
      add(keyOf("isp", country, isp), token);
      listed.isp.add(country);
    } else if (city !== "") {
      add(keyOf("city", country, state === "" ? anyState : state, city), token);
      add(keyOf("city", country, "", city), token);
      listed.city.add(country);
    } else if (state !== "") add(keyOf("state", country, state), token);
    else add(keyOf("country", country), token);
  }
  return { byKey, listed };
}

export const noPlaces: PlaceIndex = indexPlaces([]);

/** Returns how to write a field of a filter; null if nobody says how it is spelled. */
export function spelled(field: PlaceName, filter: PlaceFilter, index: PlaceIndex): Spelled | null {
  const value = filter[field];
  if (value === undefined || value === "") return null;
  const country = filter.country?.toUpperCase();
  const own = ownToken(field, filter, index);
  if (own !== null) return { token: own };
  const token = foldPlace(String(value));
  const state = filter.state === undefined ? undefined : foldPlace(filter.state);
  if (field === "country") return country === undefined ? null : { words: country };
  if (field === "asn" || field === "postal") return { words: String(value) };
  if (field !== "state" && country !== undefined && index.listed[field].has(country)) return null;
  const words =
    field === "city"
      ? cityName(token, country, state)
      : field === "state"
        ? stateName(token, country)
        : ispName(token, country);
  return words === null ? null : { words };
}

function ownToken(field: PlaceName, filter: PlaceFilter, index: PlaceIndex): string | null {
  const country = filter.country?.toUpperCase();
  if (country === undefined || index.byKey.size === 0) return null;
  const get = (...rest: string[]) => index.byKey.get(keyOf(field, country, ...rest)) ?? null;
  if (field === "country") return get();
  const token = foldPlace(String(filter[field]));
  if (field === "city") {
    if (filter.state === undefined) return get("", token);
    return get(foldPlace(filter.state), token) ?? get(anyState, token);
  }
  return field === "state" || field === "isp" ? get(token) : null;
}
