/** A place that a customer asks for, proved to have exits of the pool, in tokens and in words. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import type { Db } from "../../platform/db/database.ts";
import { type PlacedExit, type PlaceFilter, placeNames } from "./store/pool.ts";

/** Empty, and null of `asn`, where any will do. */
export type NamedPlace = Pick<
  PlacedExit,
  "country" | "state" | "stateName" | "city" | "cityName" | "isp" | "ispName"
> & { asn: number | null };

/** The narrowest first: that one is named where nothing fits. */
const fields = ["asn", "isp", "postal", "city", "state", "country"] as const;

/**
 * The place in tokens, with its names as an exit there bears them.
 * @throws Refusal noExitThere (of the narrowest field given) where no exit is online
 */
export async function namedPlace(db: Db, asked: PlaceFilter): Promise<NamedPlace> {
  const found = await placeNames(db, asked);
  const given = (field: keyof PoolFilter) => asked[field] !== undefined && asked[field] !== null;
  if (!found) {
    const field = fields.find((one) => given(one) && asked[one] !== "");
    throw new Refusal("noExitThere", field === undefined ? {} : { field });
  }
  return {
    country: asked.country?.toUpperCase() ?? "",
    state: foldPlace(asked.state ?? ""),
    stateName: asked.state ? found.stateName : "",
    city: foldPlace(asked.city ?? ""),
    cityName: asked.city ? found.cityName : "",
    isp: foldPlace(asked.isp ?? ""),
    ispName: asked.isp ? found.ispName : "",
    asn: asked.asn ?? null,
  };
}
