/** The filters of a list as data; their values are kept in the URL. */

interface FilterBase {
  /** Its name in the URL. */
  name: string;
  label: string;
  /** The call's field, if it has another name. */
  field?: string;
  /** What its values look like; by default a day, or one of the options. */
  accepts?: RegExp;
}
export type Filter = FilterBase &
  (
    | { as: "search"; maxLength?: number; slim?: boolean }
    | { as: "day" }
    /** Drawn by the screen itself. */
    | { as: "own"; options: readonly { value: string }[] }
    | {
        as: "select";
        /** The choice of nothing, such as "Any status". */
        any: string;
        options: readonly { value: string; label: string }[];
        searchable?: boolean;
      }
  );

export type FilterValues = Record<string, string>;

function isValid(filter: Filter, value: string | undefined): boolean {
  if (!value) return false;
  if (filter.accepts) return filter.accepts.test(value);
  if (filter.as === "day") return !Number.isNaN(Date.parse(value));
  return filter.as === "search" || filter.options.some((option) => option.value === value);
}

/** The values that the filters accept: a choice that no longer exists is ignored. */
export function validValues(filters: readonly Filter[], values: FilterValues): FilterValues {
  const valid = filters.filter((filter) => isValid(filter, values[filter.name]));
  return Object.fromEntries(valid.map(({ name }) => [name, values[name] ?? ""]));
}

/** The call's fields for these values. */
export function filterInput(filters: readonly Filter[], valid: FilterValues): FilterValues {
  const set = filters.filter(({ name }) => name in valid);
  return Object.fromEntries(set.map(({ name, field }) => [field ?? name, valid[name] ?? ""]));
}
