/** The place of an exit, as columns of an operator's list name it. */
import { placeToken } from "@turnpike/rules/places.ts";

/** The longest token of a place; no real one has half as many. */
const longestName = 100;

/** The place columns of a line. */
interface PlaceRow {
  country: string;
  state: string;
  city: string;
  postal: string;
  isp: string;
  asn: string;
}

/** Parses the place of a line. @throws Error that names the column */
export function placeOf(row: PlaceRow) {
  const country = row.country.toUpperCase();
  if (!/^[A-Z]{2}$/.test(country)) throw new Error(`country ${row.country} is no ISO 3166 code`);
  const [state, city, isp] = (["state", "city", "isp"] as const).map((column) => {
    const token = placeToken(row[column]);
    if (token === "") throw new Error(`${column} needs Latin letters or digits`);
    return short(token, column);
  }) as [string, string, string];
  short(row.postal, "postal");
  const names = { stateName: row.state, cityName: row.city, ispName: row.isp };
  const asn = wholeNumber(row.asn.replace(/^AS/i, ""), { max: 4_294_967_295, what: "asn" });
  return { country, state, city, isp, ...names, postal: row.postal.toUpperCase(), asn };
}

/** Places are in every report of usage, in session keys and in indexes. @throws Error if one is too long */
function short(text: string, column: string): string {
  if (text.length > longestName) throw new Error(`${column} has more than ${longestName} letters`);
  return text;
}

/** Parses the optional coordinates and time zone of a line. @throws Error that names the column */
export function coordinatesOf({
  latitude = "",
  longitude = "",
  timezone = "",
}: Partial<Record<"latitude" | "longitude" | "timezone", string>>) {
  if ((latitude === "") !== (longitude === ""))
    throw new Error("latitude and longitude go together");
  return {
    latitude: latitude === "" ? null : degrees(latitude, { most: 90, what: "latitude" }),
    longitude: longitude === "" ? null : degrees(longitude, { most: 180, what: "longitude" }),
    timezone: timezone === "" ? "" : timeZone(timezone),
  };
}

function degrees(text: string, { most, what }: { most: number; what: string }): number {
  const value = /^[+-]?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(Math.abs(value) <= most)) throw new Error(`${what} ${text} is no number up to ${most}`);
  return value;
}

/** Keeps the given spelling. Only names are valid: `Intl` also accepts offsets such as `+01:00`. */
function timeZone(text: string): string {
  try {
    if (/^[A-Za-z]/.test(text) && new Intl.DateTimeFormat("en", { timeZone: text })) return text;
  } catch {
    // Reported below.
  }
  throw new Error(`timezone ${text} is none of the IANA names, such as Europe/Berlin`);
}

/** Parses a whole number from 1 (port) or 0. @throws Error that names the column */
export function wholeNumber(text: string, { max, what }: { max: number; what: string }): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= max)) throw new Error(`${what} ${text} is no number up to ${max}`);
  return value;
}
