import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallResult, callApi, CallRefused, type CallParameters } from "../../../lib/call.ts";
import type { StaticIp } from "../static-ip.ts";

export type Quote = CallResult<"staticMoreInfo">;
export type Days = CallParameters<"staticMoreInfo">["days"];
export interface Quoted {
  /** Null if none of them can be renewed. */
  quote: Quote | null;
  /** The ids of IPs that expired too long ago to be renewed, which are left out. */
  tooLate: ReadonlySet<string>;
}

/** The cost of renewing, without IPs that expired too long ago. The dialog shows refusals. */
export function useRenewalQuote(rows: readonly StaticIp[], days: Days) {
  const ids = rows.map(({ id }) => id);
  const query = useQuery({
    queryKey: ["staticMoreInfo", { ids, days }],
    queryFn: ({ signal }) => quoteOf(rows, days, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { ...query, current: query.data !== undefined && !query.isPlaceholderData };
}

/**
 * One IP that expired too long ago makes the API refuse them all (spec/static#renewal); so did all
 * that expired before it.
 */
async function quoteOf(
  rows: readonly StaticIp[],
  days: Days,
  signal: AbortSignal,
): Promise<Quoted> {
  const quote = (some: readonly StaticIp[]) => askQuote(some, days, signal);
  const all = await quote(rows);
  if (all) return { quote: all, tooLate: new Set() };
  // Only the server's clock counts, so a binary search asks the API which are too late.
  const byExpiry = rows.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  let [low, high] = [0, byExpiry.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await quote(byExpiry.slice(middle, middle + 1))) high = middle;
    else low = middle + 1;
  }
  const rest = byExpiry.slice(low);
  return {
    quote: rest.length > 0 ? await quote(rest) : null,
    tooLate: new Set(byExpiry.slice(0, low).map(({ id }) => id)),
  };
}

/** Null if one of the IPs expired too long ago. */
async function askQuote(rows: readonly StaticIp[], days: Days, signal: AbortSignal) {
  const ids = rows.map(({ id }) => id);
  try {
    return await callApi("staticMoreInfo", { ids, days }, { signal, handles: () => true });
  } catch (error) {
    if (error instanceof CallRefused && error.reason === "renewalTooLate") return null;
    throw error;
  }
}
