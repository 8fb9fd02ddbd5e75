/** The filter of exits: converts the URL's values to an API request. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { formatCountry } from "@turnpike/ui/lib/format.ts";

/** From the widest to the narrowest: each list contains only what exists within those before it. */
export const filterNames = ["country", "state", "city", "postal", "isp", "asn"] as const;
export type FilterName = (typeof filterNames)[number];
/** Empty if nothing is chosen. */
export type Filter = Record<FilterName, string>;

export const noFilter: Filter = { country: "", state: "", city: "", postal: "", isp: "", asn: "" };

/** The names whose values depend on a choice: another city has other postal codes. */
const dependentNames: Record<FilterName, readonly FilterName[]> = {
  country: ["state", "city", "postal"],
  state: ["city", "postal"],
  city: ["postal"],
  postal: [],
  isp: ["asn"],
  asn: [],
};

/** The changes for a new choice: resets the choices that depended on the previous one. */
export function changeOf(name: FilterName, value: string): Partial<Filter> {
  const cleared = Object.fromEntries(dependentNames[name].map((inner) => [inner, ""]));
  if (name !== "city" || value === "") return { ...cleared, [name]: value };
  const [state = "", city = ""] = value.split("|");
  return { ...cleared, state, city };
}

/** A city's value includes its state, since two states may have cities of the same name. */
export const chosenValue = (name: FilterName, filter: Filter): string =>
  name === "city" && filter.city !== "" ? `${filter.state}|${filter.city}` : filter[name];

/** The filter for the options of a name: all choices except itself and those that depend on it. */
export function filterWithout(name: FilterName, filter: Filter): PoolFilter {
  const omitted = Object.fromEntries([name, ...dependentNames[name]].map((out) => [out, ""]));
  return parametersOf({ ...filter, ...omitted });
}

/** The URL's filter as an API request; malformed values are ignored. */
export function parametersOf(filter: Filter): PoolFilter {
  const { country, state, city, postal, isp, asn } = filter;
  const code = /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined;
  return {
    country: code,
    // Without a country these would match places in any country.
    state: code && (state || undefined),
    city: code && (city || undefined),
    postal: code && (postal || undefined),
    isp: isp || undefined,
    asn: /^\d{1,10}$/.test(asn) ? Number(asn) : undefined,
  };
}

/** Whether the filter restricts anything. */
export const isNarrowed = (filter: Filter): boolean =>
  Object.values(parametersOf(filter)).some((value) => value !== undefined);

/** A choice's display name: `label` if a list provided one, else derived from the token. */
export function displayName(name: FilterName, value: string, label: string | undefined): string {
  if (label) return label;
  if (name === "country") return formatCountry(value);
  return name === "asn" ? `AS${value}` : value;
}
