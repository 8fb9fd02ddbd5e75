/** Checks whether places and networks requested from another provider are available here. */
import { foldPlace, nearestMatch } from "@turnpike/rules/places-match.ts";
import type { PlaceField, PlaceFilter } from "@turnpike/rules/username.ts";

export interface AvailablePlaces {
  /** ISO codes. */
  countries: readonly string[];
  /** Of the requested country, as tokens. */
  cities: readonly { state: string; city: string }[];
  /** Of the requested country, or all if none is requested. */
  networks: readonly { isp: string; asn: number }[];
}
/** There is no list of postal codes to check against: the gateway decides. */
export type CheckedField = Exclude<PlaceField, "postal">;
export interface PlaceCheck {
  field: CheckedField;
  /** The value as requested. */
  wanted: string;
  there: boolean;
  /** The nearest token, if the value is not available and one is near. */
  nearest: string | null;
}

/** Checks each field of a filter that can be looked up, from the widest to the narrowest place. */
export function checkPlaces(filter: PlaceFilter, places: AvailablePlaces): PlaceCheck[] {
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
  // States and cities are looked up within a country; without one they cannot be checked.
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

/** Returns a filter with some fields replaced; null removes a field. */
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
