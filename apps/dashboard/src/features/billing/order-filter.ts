import type { FilterValues } from "@turnpike/ui/list/filters.ts";

/** A time of a day in the user's own time zone; undefined if the day is invalid. */
function momentOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The call's fields for the filters of the orders; `from` and `to` both count as whole days. */
export function orderInput({ order, from, to, ...same }: FilterValues): object {
  const instants = {
    from: momentOf(from, "00:00:00.000"),
    to: momentOf(to, "23:59:59.999"),
    search: order,
  };
  const set = Object.entries(instants).filter(([, value]) => value !== undefined);
  return { ...same, ...Object.fromEntries(set) };
}
