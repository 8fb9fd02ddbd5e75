import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Rows } from "../../parts/list/List.tsx";

type PriceGroup = Item<"groupList">;

/** Prices as `traffic-standard 10+: $1.00`. */
export const groupPricesText = (prices: PriceGroup["prices"]): string =>
  prices
    .map(({ sku, fromQty, unitMicros }) => {
      return `${sku} ${formatNumber(fromQty)}+: ${formatUnitMicros(unitMicros)}`;
    })
    .join("; ");

const groupColumns: ListColumn<PriceGroup>[] = [
  { key: "name", text: ({ name }) => name },
  { key: "customers", align: "right", text: ({ customers }) => customers },
  { key: "ownPrices", wrap: true, text: ({ prices }) => groupPricesText(prices) },
  { key: "createdAt", extra: "narrow", as: when },
];

const priceAct = (group: string): Act<"priceSet"> => ({
  call: "priceSet",
  words: "groupPrice",
  name: group,
  fixed: { group },
  fields: [
    { name: "sku", kind: "text" },
    { name: "fromQty", kind: "integer", initial: "1" },
    { name: "unitMicros", words: "unitPrice", kind: "money", scale: 1_000_000 },
    { name: "from", words: "takesEffect", kind: "moment", optional: true },
  ],
});

/** Groups of customers with prices of their own. */
export function Groups() {
  const t = useT();
  const list = useCall("groupList", {});
  return (
    <>
      <PageHeader
        title={t("screens.groups.title")}
        description={t("screens.groups.text")}
        actions={
          <ActButton
            variant="filled"
            act={{
              call: "groupAdd",
              fields: [{ name: "name", words: "groupName", kind: "text", maxLength: 40 }],
            }}
          />
        }
      />
      <Rows
        name="groups"
        rows={list.data?.items}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ name }) => name}
        empty={t("screens.groups.empty")}
        columns={groupColumns}
        actions={({ name }) => <ActButton size="compact-xs" act={priceAct(name)} />}
      />
    </>
  );
}
