import type { CallParameters } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { PROXY_ROWS, sortWord, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { statuses } from "./static-ip.ts";
import { type Term, termCalls } from "./term.ts";

/** How often reachability and expiry are refetched. */
export const REFRESH_MS = 20_000;
/** `place`, since a link that takes IPs uses `country`. */
export const filterNames = ["search", "status", "place"] as const;

/** The URL's values, empty if not set. */
export type IpFilter = Record<(typeof filterNames)[number], string>;
export const noFilter: IpFilter = { search: "", status: "", place: "" };

export const sortKeys = ["expiresAt", "startedAt", "ip", "country", "remark"] as const;

/** The request for a filter; unknown values are ignored. */
export function parametersOf({ search, status, place }: IpFilter): CallParameters<"staticUseList"> {
  return {
    search: search || undefined,
    status: statuses.find((option) => option === status),
    country: /^[A-Za-z]{2}$/.test(place) ? place : undefined,
  };
}

/** The page of the account's static IPs selected by the URL. */
export function useIps(term: Term) {
  const url = useTableUrl("", PROXY_ROWS);
  const [filter, setFilter] = useUrlText(filterNames);
  const narrowed = parametersOf(filter);
  const { page, limit } = url;
  const parameters = { page, limit, ...narrowed, sort: sortWord(url.sort, sortKeys) };
  const options = { keepLast: true, everyMs: REFRESH_MS };
  const list = useCall(termCalls[term].list, parameters, options);
  useLastPage(url, list.data);
  const filtered = Object.values(narrowed).some((value) => value !== undefined);
  return { list, url, filter, setFilter, filtered };
}
export type Ips = ReturnType<typeof useIps>;

/** Credits and counts; undefined while loading. */
export function useSummary(term: Term) {
  const summary = useCall(termCalls[term].index, {}, { everyMs: REFRESH_MS });
  const { data } = summary;
  return {
    glance: summary,
    credits: data && (data.credits as Readonly<Record<number, number>>),
    /** The number of IPs with auto-renewal, which the short term does not have. */
    autoRenew: data && "autoRenew" in data ? data.autoRenew : undefined,
  };
}

/** The price of a credit by number of days. */
export function usePrices(term: Term) {
  const long = useCall("staticPrices", {}, { enabled: term === "static", staleMs: 60_000 });
  const short = useCall("shortIndex", {}, { enabled: term === "short" });
  return term === "static" ? long.data?.items : short.data?.prices;
}
