/** The places that an upstream's own file spells. Without the bundled names, which are large. */
import type { SpelledPlace } from "./places-file.ts";
import type { PlaceName } from "./template.ts";

/** The rows of an upstream's file, found by what they spell. */
export interface PlaceIndex {
  byKey: ReadonlyMap<string, string>;
  /** Countries whose cities (networks) are those of the file and no others. */
  listed: { city: ReadonlySet<string>; isp: ReadonlySet<string> };
}

/** The state of a row that names none: its city is the city in whatever state is asked for. */
export const anyState = "*";
/** The key of a place in the index. */
export const keyOf = (field: PlaceName, country: string, ...rest: string[]) =>
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
