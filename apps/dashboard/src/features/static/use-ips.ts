import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";
import { useCall } from "../../lib/queries.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { statuses } from "./static-ip.ts";
import { type Term, termCalls } from "./term.ts";

/** How often reachability and expiry are refetched. */
export const REFRESH_MS = 20_000;
/** A modem has its new address after a few seconds. */
const ROTATING_MS = 2_000;
const sorts = ["expiresAt", "startedAt", "ip", "country", "remark"];

/** The page of the account's static IPs selected by the URL. */
export function useIps(term: Term) {
  const { t } = useTranslation("static");
  const options = useCountries(term);
  return useList(termCalls[term].list, {
    pageSize: PROXY_ROWS,
    everyMs: (answer) =>
      answer?.items.some(({ rotating }) => rotating) ? ROTATING_MS : REFRESH_MS,
    views: term,
    sorts,
    filters: [
      { name: "search", as: "search", label: t("list.search"), maxLength: 100 },
      { name: "status", as: "own", label: "", options: statuses.map((value) => ({ value })) },
      {
        // A link that takes IPs uses `country`.
        name: "place",
        field: "country",
        accepts: /^[A-Za-z]{2}$/,
        as: "select",
        searchable: true,
        label: t("list.place"),
        any: t("list.anyPlace"),
        options,
      },
    ],
  });
}
export type Ips = ReturnType<typeof useIps>;

/** Countries with stock, and those that contain the account's IPs. */
function useCountries(term: Term) {
  const stock = useCall(termCalls[term].stock, {}, { staleMs: 60_000 }).data?.items;
  const [{ place }] = useUrlText(["place"]);
  const codes = new Set([...(stock ?? []).map(({ country }) => country), place.toUpperCase()]);
  return [...codes]
    .filter(Boolean)
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

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
