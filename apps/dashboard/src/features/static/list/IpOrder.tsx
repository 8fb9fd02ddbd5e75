import { Select } from "@mantine/core";
import type { Sort } from "@turnpike/ui/table-url.ts";
import { useTranslation } from "react-i18next";
import type { Ips } from "../use-ips.ts";

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

/** The order on phones, where columns have no heads. */
export function IpOrder(props: Pick<Ips["url"], "sort" | "setSort">) {
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
