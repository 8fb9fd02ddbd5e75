import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import type { Filter } from "@turnpike/ui/list/filters.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useList } from "../../ui/list/use-list.ts";
import { historyCalls, type IpAuth, OPENING_POLL_MS, REFRESH_MS } from "./pool-ip.ts";

/** The countries of the pool, in the user's language. */
function useCountries() {
  const { data } = useCall("countrys", {}, { staleMs: 60_000 });
  return (data?.items ?? [])
    .map(({ code }) => ({ value: code, label: formatCountry(code) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * The page of opened IPs selected by the URL: the open ones, or with `records` all of the last five
 * hours, by country and status. `prefix` separates its page from other tables'.
 */
export function useOpened(auth: IpAuth, of: { records: boolean; prefix?: string }) {
  const { t } = useTranslation("pool");
  const find: Filter = { name: "find", field: "search", as: "search", label: t("opened.search") };
  const options = useCountries();
  const narrows: Filter[] = [
    {
      name: "from",
      field: "country",
      accepts: /^[A-Za-z]{2}$/,
      as: "select",
      searchable: true,
      label: t("filter.country"),
      any: t("filter.any.country"),
      options,
    },
    {
      name: "status",
      as: "own",
      label: t("columns.status"),
      options: [{ value: "active" }, { value: "ended" }],
    },
  ];
  return useList(historyCalls[auth], {
    pageSize: PROXY_ROWS,
    ...(of.prefix ? { prefix: of.prefix } : {}),
    views: of.records ? `records-${auth}` : "opened",
    filters: of.records ? [find, ...narrows] : [find],
    fixed: of.records ? {} : { status: "active" },
    // Polls more often while a gateway is opening an IP.
    everyMs: (answer) =>
      answer?.items.some((row) => row.status === "active" && !row.open)
        ? OPENING_POLL_MS
        : REFRESH_MS,
  });
}
