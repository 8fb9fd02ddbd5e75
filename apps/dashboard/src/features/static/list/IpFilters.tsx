import { Box, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { SearchField } from "@turnpike/ui/SearchField.tsx";
import type { Sort } from "@turnpike/ui/table-url.ts";
import { useLongList } from "@turnpike/ui/lib/use-long-list.ts";
import { type Term, termCalls } from "../term.ts";
import type { Ips } from "../use-ips.ts";

/** The filters, and on phones, where columns have no heads, the order. */
export function IpFilters(props: { term: Term; ips: Ips }) {
  const { t } = useTranslation("static");
  const { term, ips } = props;
  const { filter, setFilter } = ips;
  const search = useSearch(filter.search, (text) => setFilter({ search: text }));
  return (
    <>
      <Box flex="1 1 14rem" maw={{ base: "none", xs: 340 }}>
        <SearchField
          key={search.key}
          label={t("list.search")}
          value={filter.search}
          maxLength={100}
          onSearch={search.onSearch}
        />
      </Box>
      <Select
        w={{ base: "calc(50% - 6px)", xs: 220 }}
        aria-label={t("list.place")}
        placeholder={t("list.anyPlace")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("list.anyPlace") }}
        {...useLongList()}
        value={filter.place || null}
        onChange={(place) => setFilter({ place: place ?? "" })}
        data={useCountries(term, ips)}
      />
      <Order {...ips.url} />
    </>
  );
}

/**
 * Remounts the field when a link or a button changes the search. Typing does not, so the field
 * keeps the focus.
 */
function useSearch(value: string, report: (text: string) => void) {
  const [seen, setSeen] = useState(value);
  const [typed, setTyped] = useState(value);
  const [key, setKey] = useState(0);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
    if (typed !== value) setKey(key + 1);
  }
  const onSearch = (text: string) => {
    setTyped(text);
    report(text);
  };
  return { key, onSearch };
}

/** Countries with stock, and those seen to contain the account's IPs. */
function useCountries(term: Term, { list, filter }: Ips) {
  const stock = useCall(termCalls[term].stock, {}, { staleMs: 60_000 }).data?.items;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const here = [filter.place.toUpperCase(), ...(list.data?.items ?? []).map((row) => row.country)];
  const fresh = new Set(here.filter((code) => code !== "" && !seen.includes(code)));
  if (fresh.size > 0) setSeen([...seen, ...fresh]);
  const codes = new Set([...seen, ...(stock ?? []).map(({ country }) => country)]);
  return [...codes]
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

const orders = [
  ["newest", "startedAt", "desc"],
  ["oldest", "startedAt", "asc"],
  ["endsFirst", "expiresAt", "asc"],
  ["endsLast", "expiresAt", "desc"],
  ["ip", "ip", "asc"],
  ["country", "country", "asc"],
  ["remark", "remark", "asc"],
] as const satisfies [string, string, Sort["direction"]][];
type Order = (typeof orders)[number];

function Order(props: Pick<Ips["url"], "sort" | "setSort">) {
  const { t } = useTranslation("static");
  const { sort, setSort } = props;
  const is = ([, key, direction]: Order) => key === sort?.key && direction === sort.direction;
  const choose = (name: string | null) => {
    const [, key, direction] = orders.find((order) => order[0] === name) ?? orders[0];
    setSort(name === "newest" ? undefined : { key, direction });
  };
  return (
    <Select
      hiddenFrom="sm"
      w={{ base: "calc(50% - 6px)", xs: 220 }}
      aria-label={t("list.sort")}
      allowDeselect={false}
      value={orders.find(is)?.[0] ?? (sort ? null : "newest")}
      onChange={choose}
      data={orders.map(([value]) => ({ value, label: t(`sorts.${value}`) }))}
    />
  );
}
