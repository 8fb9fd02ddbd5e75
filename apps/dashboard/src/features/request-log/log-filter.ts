/** The filter of the request log, as kept in the URL. */
import { outcomeFilters } from "./outcomes.ts";
import type { CallParameters } from "../../lib/call.ts";

export const ranges = ["15m", "1h", "6h", "24h", "custom"] as const;
export type Range = (typeof ranges)[number];
const MINUTE_MS = 60_000;
const minutesOf: Partial<Record<Range, number>> = { "15m": 15, "1h": 60, "6h": 360 };

/** The URL's values, empty if not set. `from` and `to` apply to the range `custom`. */
export interface LogFilter {
  search: string;
  account: string;
  outcome: string;
  range: string;
  from: string;
  to: string;
}
export const filterNames = ["search", "account", "outcome", "range", "from", "to"] as const;

/** The selected range; all 24 hours if the URL has none or an unknown one. */
export const rangeOf = ({ range }: LogFilter): Range =>
  ranges.find((option) => option === range) ?? "24h";

export const isFiltered = (filter: LogFilter): boolean =>
  filterNames.some((name) => name !== "from" && name !== "to" && filter[name] !== "");

const instantOf = (text: string): string | undefined => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/**
 * The request for a filter at `nowMs`. A range is counted back from the full minute, so that the
 * request stays the same for a while and its answer can be cached.
 */
export function parametersOf(filter: LogFilter, nowMs: number): CallParameters<"requestLog"> {
  const range = rangeOf(filter);
  const minutes = minutesOf[range];
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const from =
    range === "custom"
      ? instantOf(filter.from)
      : minutes && new Date(minuteMs - minutes * MINUTE_MS).toISOString();
  const to = range === "custom" ? instantOf(filter.to) : undefined;
  const outcome = outcomeFilters.find((option) => option === filter.outcome);
  return {
    ...(filter.search ? { search: filter.search } : {}),
    ...(filter.account ? { account: filter.account } : {}),
    ...(outcome ? { outcome } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** An instant as the value of a date-and-time field, in the user's time zone; and back. */
export function fieldOfInstant(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
export const instantOfField = (text: string): string => instantOf(text) ?? "";
