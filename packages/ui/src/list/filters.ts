/** The filters of a list as data; their values are kept in the URL. */

interface FilterBase {
  /** Its name in the URL. */
  name: string;
  label: string;
  /** The call's field, if it has another name. */
  field?: string;
}
export type Filter = FilterBase &
  (
    | { as: "search"; maxLength?: number; slim?: boolean }
    | { as: "day" }
    | {
        as: "select";
        /** The choice of nothing, such as "Any status". */
        any: string;
        options: readonly { value: string; label: string }[];
        searchable?: boolean;
      }
  );

export type FilterValues = Record<string, string>;

/** The values that the filters accept: a choice that no longer exists is ignored. */
export function validValues(filters: readonly Filter[], values: FilterValues): FilterValues {
  const valid = filters.filter((filter) => {
    const value = values[filter.name];
    if (!value) return false;
    return filter.as !== "select" || filter.options.some((option) => option.value === value);
  });
  return Object.fromEntries(valid.map(({ name }) => [name, values[name] ?? ""]));
}

/** The call's fields for these values. */
export function filterInput(filters: readonly Filter[], valid: FilterValues): FilterValues {
  const set = filters.filter(({ name }) => name in valid);
  return Object.fromEntries(set.map(({ name, field }) => [field ?? name, valid[name] ?? ""]));
}
