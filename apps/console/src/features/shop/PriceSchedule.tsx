import { formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { code, count, when } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";

type Change = Item<"priceSchedule">;

const priceOf = ({ unitMicros }: Change, removed: string) =>
  unitMicros === null ? removed : formatUnitMicros(unitMicros);

/** Scheduled price changes. */
export function PriceSchedule() {
  const t = useT();
  const list = useCall("priceSchedule", {});
  const removed = t("price.removed");
  const columns: ListColumn<Change>[] = [
    { key: "from", as: when },
    { key: "sku", as: code },
    { key: "fromQty", as: count },
    { key: "prices", align: "right", text: (change) => priceOf(change, removed) },
    { key: "actor", extra: true, text: ({ createdBy }) => createdBy },
  ];
  return (
    <Rows
      name="price-schedule"
      title={t("price.waiting")}
      rows={list.data?.items}
      error={list.error}
      onRetry={() => void list.refetch()}
      rowId={({ id }) => id}
      empty={t("price.noneWaiting")}
      columns={columns}
      actions={({ id, sku }) => (
        <ActButton
          size="compact-xs"
          act={{ call: "priceCancel", name: sku, danger: true, fixed: { id } }}
        />
      )}
    />
  );
}
