/**
 * Extracts place and network from a record of an operator's file, whoever published it: MaxMind's
 * are nested (`city.names.en`, `location.latitude`), others flat (`city`, `latitude`, `lat`).
 */
import { placeToken } from "@turnpike/rules/places.ts";
import type { AnyRecord } from "./mmdb.ts";

export interface FoundPlace {
  /** ISO 3166-1; empty if the file has none. */
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  postal: string;
  latitude: number | null;
  longitude: number | null;
  timezone: string;
}
export interface FoundNetwork {
  asn: number | null;
  isp: string;
  ispName: string;
}

const maxLetters = 200;

/** Returns the text or number at a path as text; empty if there is none. */
export function textAt(record: AnyRecord | null, ...path: (string | number)[]): string {
  const value = at(record, path);
  if (typeof value === "string") return value.slice(0, maxLetters).trim();
  return typeof value === "number" ? String(value) : "";
}

/** Returns the text of the first path that has any. */
function firstText(record: AnyRecord, ...paths: string[]): string {
  for (const path of paths) {
    const text = textAt(record, ...path.split("."));
    if (text !== "") return text;
  }
  return "";
}

function at(record: unknown, path: (string | number)[]): unknown {
  let value = record;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

export function placeIn(record: AnyRecord): FoundPlace {
  const stateName = firstText(record, "subdivisions.0.names.en", "state1", "region", "state");
  const cityName = firstText(record, "city.names.en", "city");
  return {
    country: countryIn(record),
    state: placeToken(stateName),
    stateName,
    city: placeToken(cityName),
    cityName,
    postal: firstText(record, "postal.code", "postcode", "postal_code", "postal", "zip"),
    ...coordinatesIn(record),
    timezone: firstText(record, "location.time_zone", "timezone", "time_zone"),
  };
}

/** Some files have the country's name where others have its code. */
function countryIn(record: AnyRecord): string {
  for (const path of ["country_code", "country.iso_code", "country"]) {
    const code = textAt(record, ...path.split(".")).toUpperCase();
    if (/^[A-Z]{2}$/.test(code)) return code;
  }
  return "";
}

function coordinatesIn(record: AnyRecord) {
  const latitude = degrees(firstText(record, "location.latitude", "latitude", "lat"), 90);
  const longitude = degrees(
    firstText(record, "location.longitude", "longitude", "lng", "lon"),
    180,
  );
  const known = latitude !== null && longitude !== null;
  return known ? { latitude, longitude } : { latitude: null, longitude: null };
}

function degrees(text: string, most: number): number | null {
  const value = text === "" ? Number.NaN : Number(text);
  return Math.abs(value) <= most ? value : null;
}

const ASN_MAX = 4_294_967_295;
export function networkIn(record: AnyRecord): FoundNetwork {
  const number = firstText(
    record,
    "autonomous_system_number",
    "asn",
    "traits.autonomous_system_number",
  );
  const asn = Number(/^(?:AS)?(\d{1,10})$/i.exec(number)?.[1] ?? Number.NaN);
  const ispName = firstText(
    record,
    "isp",
    "autonomous_system_organization",
    "as_name",
    "name",
    "traits.isp",
    "traits.autonomous_system_organization",
  );
  return { asn: asn >= 1 && asn <= ASN_MAX ? asn : null, isp: placeToken(ispName), ispName };
}
