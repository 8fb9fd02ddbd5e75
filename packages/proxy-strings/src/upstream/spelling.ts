/** How an upstream spells a requested place: its own file first, then the bundled names. */
import { foldPlace } from "@turnpike/rules/places-match.ts";
import type { PlaceFilter } from "@turnpike/rules/username.ts";
import { cityName, ispName, stateName } from "./gazetteer.ts";
import { anyState, keyOf, type PlaceIndex } from "./place-index.ts";
import type { PlaceName } from "./template.ts";

/** A value for a template: a token is written as it stands, words go through the transforms. */
export type Spelled = { token: string } | { words: string };

/** Returns how to write a field of a filter; null if nobody says how it is spelled. */
export function spelled(field: PlaceName, filter: PlaceFilter, index: PlaceIndex): Spelled | null {
  const value = filter[field];
  if (value === undefined || value === "") return null;
  const country = filter.country?.toUpperCase();
  const own = ownToken(field, filter, index);
  if (own !== null) return { token: own };
  const token = foldPlace(String(value));
  const state = filter.state === undefined ? undefined : foldPlace(filter.state);
  // Whatever a customer writes goes into books and reports: only what is a code is sold.
  if (field === "country") return isCode(country) ? { words: country } : null;
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

const isCode = (country: string | undefined): country is string =>
  country !== undefined && /^[A-Z]{2}$/.test(country);

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
