/**
 * English names of cities, regions and networks for the tokens that customers write: `losangeles` →
 * `los angeles`. What is not in it is not guessed; operators add it with a file of places.
 */
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { usStateCode, usStateNames } from "../read/places.ts";
import data from "./gazetteer.json" with { type: "json" };

type Listed = Readonly<Record<string, string>>;
const listed: { cities: Listed; usCities: Listed; states: Listed; isps: Listed } = data;

const indexes = new Map<string, ReadonlyMap<string, string>>();

/**
 * Finds a name by its token in one list, or in all if no key is given. Indexes are built on first
 * use, only for keys that a list has: customers write the keys.
 */
function named(of: keyof typeof listed, key: string | undefined, token: string): string | null {
  const list = listed[of];
  if (key !== undefined && !Object.hasOwn(list, key)) return null;
  let index = indexes.get(`${of} ${key}`);
  if (index === undefined) {
    const texts = key === undefined ? Object.values(list) : [list[key] ?? ""];
    const names = texts.flatMap((text) => text.split(","));
    index = new Map(names.map((name) => [foldPlace(name), name]));
    indexes.set(`${of} ${key}`, index);
  }
  return index.get(token) ?? null;
}

const usStates = new Map(usStateNames.map((name) => [foldPlace(name), name]));

/** Returns a city's name; in the USA within a state, if one is given. */
export function cityName(
  token: string,
  country: string | undefined,
  state: string | undefined,
): string | null {
  if (country !== undefined && country !== "US") return named("cities", country, token);
  const elsewhere = country === undefined ? named("cities", undefined, token) : null;
  if (elsewhere !== null || state === undefined)
    return elsewhere ?? named("usCities", undefined, token);
  const code = usStateCode(state);
  return code && named("usCities", code.toUpperCase(), token);
}

/** Returns a state's or region's name. */
export function stateName(token: string, country: string | undefined): string | null {
  const inUs = country === undefined || country === "US" ? usStates.get(token) : undefined;
  return inUs ?? named("states", country, token);
}

/** Returns a network's name. */
export const ispName = (token: string, country: string | undefined): string | null =>
  named("isps", country, token);

const usNamesByCode = new Map(
  usStateNames.map((name) => [usStateCode(name)?.toUpperCase() ?? "", name]),
);

/** Countries of which cities are listed. */
export const listedCountries = (): string[] => [...Object.keys(listed.cities), "US"];

/** The listed cities of a country, lower case; with their states in the USA. */
export function listedCities(country: string): { state: string; city: string }[] {
  const split = (text = "") => (text === "" ? [] : text.split(","));
  if (country !== "US") return split(listed.cities[country]).map((city) => ({ state: "", city }));
  return Object.entries(listed.usCities).flatMap(([code, cities]) => {
    return split(cities).map((city) => ({ state: usNamesByCode.get(code) ?? "", city }));
  });
}

/** The listed networks of a country, lower case. */
export const listedNetworks = (country: string): string[] => listed.isps[country]?.split(",") ?? [];
