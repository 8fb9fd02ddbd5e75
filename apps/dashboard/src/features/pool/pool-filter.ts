/** Which exits of the pool are wanted: what the URL says, and what the API is asked. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { formatCountry } from "@turnpike/ui/lib/format.ts";

/** From the widest to the narrowest: each list holds only what is there within those before it. */
export const filterNames = ["country", "state", "city", "postal", "isp", "asn"] as const;
export type FilterName = (typeof filterNames)[number];
/** Empty where nothing was chosen. */
export type Filter = Record<FilterName, string>;

export const noFilter: Filter = { country: "", state: "", city: "", postal: "", isp: "", asn: "" };

/** What lies within a choice: a postal code of one city is nowhere in the next. */
const within: Record<FilterName, readonly FilterName[]> = {
  country: ["state", "city", "postal"],
  state: ["city", "postal"],
  city: ["postal"],
  postal: [],
  isp: ["asn"],
  asn: [],
};

/** What another choice changes: what lay within the one before is gone with it. */
export function changeOf(name: FilterName, value: string): Partial<Filter> {
  const gone = Object.fromEntries(within[name].map((inner) => [inner, ""]));
  if (name !== "city" || value === "") return { ...gone, [name]: value };
  const [state = "", city = ""] = value.split("|");
  return { ...gone, state, city };
}

/** A city's choice has its state, since two states may have one of the same name. */
export const chosenValue = (name: FilterName, filter: Filter): string =>
  name === "city" && filter.city !== "" ? `${filter.state}|${filter.city}` : filter[name];

/** What narrows the list of a name: all that was chosen but itself and what lies within it. */
export function besides(name: FilterName, filter: Filter): PoolFilter {
  const left = Object.fromEntries([name, ...within[name]].map((out) => [out, ""]));
  return questionOf({ ...filter, ...left });
}

/** The URL's filter as the API takes it; what nobody can have chosen asks for nothing. */
export function questionOf(filter: Filter): PoolFilter {
  const { country, state, city, postal, isp, asn } = filter;
  const code = /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : undefined;
  return {
    country: code,
    // Places without their country would be places of any.
    state: code && (state || undefined),
    city: code && (city || undefined),
    postal: code && (postal || undefined),
    isp: isp || undefined,
    asn: /^\d{1,10}$/.test(asn) ? Number(asn) : undefined,
  };
}

/** Whether anything is narrowed. */
export const isNarrowed = (filter: Filter): boolean =>
  Object.values(questionOf(filter)).some((value) => value !== undefined);

/** A choice as people call it: `label` where a list has told one, else the token itself. */
export function wordOf(name: FilterName, value: string, label: string | undefined): string {
  if (label) return label;
  if (name === "country") return formatCountry(value);
  return name === "asn" ? `AS${value}` : value;
}
