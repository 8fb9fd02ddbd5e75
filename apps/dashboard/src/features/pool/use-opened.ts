import { useState } from "react";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { PROXY_ROWS, useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { historyCalls, type IpAuth, OPENING_POLL_MS, REFRESH_MS } from "./pool-ip.ts";

const statuses = ["active", "ended"] as const;

/**
 * The page of opened IPs selected by the URL: the open ones, or with `records` all of the last five
 * hours, by country and status. `prefix` separates its page from other tables'.
 */
export function useOpened(auth: IpAuth, of: { records: boolean; prefix?: string }) {
  const url = useTableUrl(of.prefix ?? "", PROXY_ROWS);
  const [filter, setFilter] = useUrlText(["find", "from", "status"]);
  const [isFast, setFast] = useState(false);
  const { page, limit } = url;
  const narrowed = {
    search: filter.find || undefined,
    country: of.records && /^[A-Za-z]{2}$/.test(filter.from) ? filter.from : undefined,
    status: of.records ? statuses.find((option) => option === filter.status) : ("active" as const),
  };
  const list = useCall(
    historyCalls[auth],
    { page, limit, ...narrowed },
    { keepLast: true, everyMs: isFast ? OPENING_POLL_MS : REFRESH_MS },
  );
  useLastPage(url, list.data);
  // Polls more often while a gateway is opening an IP.
  const opening = list.data?.items.some((row) => row.status === "active" && !row.open) ?? false;
  if (opening !== isFast) setFast(opening);
  const { search, country, status } = narrowed;
  return {
    list,
    url,
    filter,
    setFilter,
    filtered: search !== undefined || country !== undefined || (of.records && status !== undefined),
    clear: () => setFilter({ find: "", from: "", status: "" }),
    /** When this was received, by this computer's clock. */
    answeredAtMs: list.dataUpdatedAt,
  };
}
export type OpenedList = ReturnType<typeof useOpened>;
