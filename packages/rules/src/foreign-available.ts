/** Whether the places and networks that another provider was asked for are there with us. */
import { foldPlace, nearestMatch } from "./places-match.ts";
import type { PlaceField, PlaceFilter } from "./username.ts";

export interface PlacesThere {
  /** ISO codes. */
  countries: readonly string[];
  /** Of the country that is asked for, in tokens. */
  cities: readonly { state: string; city: string }[];
  /** Of that country, or of all where none is asked for. */
  networks: readonly { isp: string; asn: number }[];
}
/** Postal codes have no list to look them up in: the gateway judges them. */
export type CheckedField = Exclude<PlaceField, "postal">;
export interface PlaceCheck {
  field: CheckedField;
  /** As it is asked for. */
  wanted: string;
  there: boolean;
  /** The token that comes nearest, where it is not there and one is near. */
  nearest: string | null;
}

/** Each field of a filter that can be looked up, in the order in which a place is narrowed. */
export function checkPlaces(filter: PlaceFilter, places: PlacesThere): PlaceCheck[] {
  const { country, state, city, isp, asn } = filter;
  const checks: PlaceCheck[] = [];
  const inState = places.cities.filter((each) => each.state === foldPlace(state ?? ""));
  const cities = inState.length > 0 ? inState : places.cities;
  if (country !== undefined) {
    const wanted = country.toUpperCase();
    checks.push({
      field: "country",
      wanted,
      there: places.countries.includes(wanted),
      nearest: null,
    });
  }
  // States and cities are looked up within a country; without one nothing can be said of them.
  const known = country !== undefined && checks[0]?.there === true;
  if (known && state !== undefined) {
    checks.push(
      check(
        "state",
        state,
        places.cities.map((each) => each.state),
      ),
    );
  }
  if (known && city !== undefined)
    checks.push(
      check(
        "city",
        city,
        cities.map((each) => each.city),
      ),
    );
  if ((known || country === undefined) && isp !== undefined) {
    checks.push(
      check(
        "isp",
        isp,
        places.networks.map((each) => each.isp),
      ),
    );
  }
  if ((known || country === undefined) && asn !== undefined) {
    const there = places.networks.some((each) => each.asn === asn);
    checks.push({ field: "asn", wanted: String(asn), there, nearest: null });
  }
  return checks;
}

function check(field: CheckedField, wanted: string, tokens: readonly string[]): PlaceCheck {
  const there = tokens.includes(foldPlace(wanted));
  return { field, wanted, there, nearest: there ? null : nearestMatch(wanted, new Set(tokens)) };
}

/** A filter with some fields replaced; null leaves one out. */
export function changedFilter(
  filter: PlaceFilter,
  changes: Readonly<Partial<Record<PlaceField, string | null>>>,
): PlaceFilter {
  const changed: PlaceFilter = { ...filter };
  for (const [field, value] of Object.entries(changes) as [PlaceField, string | null][]) {
    if (value === null) delete changed[field];
    else if (field === "asn") changed.asn = Number(value);
    else changed[field] = value;
  }
  return changed;
}
