import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CallResult, ask, CallRefused, type Question } from "../../../lib/call.ts";
import type { StaticIp } from "../static-ip.ts";

export type Quote = CallResult<"staticMoreInfo">;
export type Days = Question<"staticMoreInfo">["days"];
export interface Quoted {
  /** Null: none of them can be renewed. */
  quote: Quote | null;
  /** Too late to be renewed: left out. */
  late: ReadonlySet<string>;
}

/** What renewing them costs, without those that ended too long ago; refusals are the dialog's to show. */
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
 * One that is too late refuses them all (spec/static#renewal); whoever ended earlier is too late as
 * well.
 */
async function quoteOf(
  rows: readonly StaticIp[],
  days: Days,
  signal: AbortSignal,
): Promise<Quoted> {
  const quote = (some: readonly StaticIp[]) => askQuote(some, days, signal);
  const all = await quote(rows);
  if (all) return { quote: all, late: new Set() };
  // The clock that counts is the product's, so it is asked; halves find where "too late" stops.
  const byEnd = rows.toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  let [lazyComponent, unknown] = [0, byEnd.length];
  while (lazyComponent < unknown) {
    const middle = Math.floor((lazyComponent + unknown) / 2);
    if (await quote(byEnd.slice(middle, middle + 1))) unknown = middle;
    else lazyComponent = middle + 1;
  }
  const rest = byEnd.slice(lazyComponent);
  return {
    quote: rest.length > 0 ? await quote(rest) : null,
    late: new Set(byEnd.slice(0, lazyComponent).map(({ id }) => id)),
  };
}

/** Null where one of them is too late. */
async function askQuote(rows: readonly StaticIp[], days: Days, signal: AbortSignal) {
  const ids = rows.map(({ id }) => id);
  try {
    return await ask("staticMoreInfo", { ids, days }, { signal, handles: () => true });
  } catch (error) {
    if (error instanceof CallRefused && error.reason === "renewalTooLate") return null;
    throw error;
  }
}
