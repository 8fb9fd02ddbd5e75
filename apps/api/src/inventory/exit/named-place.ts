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
export async function namedPlace(db: Db, request: PlaceFilter): Promise<NamedPlace> {
  const found = await placeNames(db, request);
  const given = (field: keyof PoolFilter) =>
    request[field] !== undefined && request[field] !== null;
  if (!found) {
    const field = fields.find((one) => given(one) && request[one] !== "");
    throw new Refusal("noExitThere", field === undefined ? {} : { field });
  }
  return {
    country: request.country?.toUpperCase() ?? "",
    state: foldPlace(request.state ?? ""),
    stateName: request.state ? found.stateName : "",
    city: foldPlace(request.city ?? ""),
    cityName: request.city ? found.cityName : "",
    isp: foldPlace(request.isp ?? ""),
    ispName: request.isp ? found.ispName : "",
    asn: request.asn ?? null,
  };
}
