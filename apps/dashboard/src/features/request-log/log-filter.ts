/** The query of the request log, as the URL has it. */
import { outcomeFilters } from "./outcomes.ts";
import type { Question } from "../../lib/call.ts";

export const ranges = ["15m", "1h", "6h", "24h", "custom"] as const;
export type Range = (typeof ranges)[number];
const MINUTE_MS = 60_000;
const minutesOf: Partial<Record<Range, number>> = { "15m": 15, "1h": 60, "6h": 360 };

/**
 * The URL's texts, empty where nothing was chosen. `from` and `to` count for the range `custom`.
 */
export interface LogFilter {
  search: string;
  account: string;
  outcome: string;
  range: string;
  from: string;
  to: string;
}
export const filterNames = ["search", "account", "outcome", "range", "from", "to"] as const;

/** The range that is meant; all 24 hours where the URL says nothing or something unknown. */
export const rangeOf = ({ range }: LogFilter): Range =>
  ranges.find((option) => option === range) ?? "24h";

export const isFiltered = (filter: LogFilter): boolean =>
  filterNames.some((name) => name !== "from" && name !== "to" && filter[name] !== "");

const instantOf = (text: string): string | undefined => {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/**
 * The question that a filter asks at `nowMs`. A range counts back from the full minute, so that the
 * question stays the same for a while and its answer can be kept.
 */
export function questionOf(filter: LogFilter, nowMs: number): Question<"requestLog"> {
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

/** An instant as a date-and-time field holds it, in the person's own zone; and back. */
export function fieldOfInstant(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}
export const instantOfField = (text: string): string => instantOf(text) ?? "";
