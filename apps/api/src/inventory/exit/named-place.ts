/** A place that a customer asks for, in tokens and names, checked to have online pool exits. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import type { Db } from "../../platform/db/database.ts";
import { type PlacedExit, type PlaceFilter, placeNames } from "./store/pool.ts";

/** Fields are empty (`asn`: null) where the customer accepts any. */
export type NamedPlace = Pick<
  PlacedExit,
  "country" | "state" | "stateName" | "city" | "cityName" | "isp" | "ispName"
> & { asn: number | null };

/** From narrow to broad: the refusal names the narrowest field that was given. */
const fields = ["asn", "isp", "postal", "city", "state", "country"] as const;

/**
 * Returns the requested place in tokens, with the names that an exit there has.
 * @throws Refusal noExitThere (of the narrowest field given) if no exit there is online
 */
export async function namedPlace(db: Db, request: PlaceFilter): Promise<NamedPlace> {
  const found = await placeNames(db, request);
  const isGiven = (field: keyof PoolFilter) =>
    request[field] !== undefined && request[field] !== null;
  if (!found) {
    const field = fields.find((one) => isGiven(one) && request[one] !== "");
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
