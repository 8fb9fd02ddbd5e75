import { formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Code, When } from "../../parts/cells.tsx";
import type { ListColumn } from "../../parts/list/columns.ts";
import { Rows } from "../../parts/list/Rows.tsx";

type Change = Item<"priceSchedule">;

const priceOf = ({ unitMicros }: Change, removed: string) =>
  unitMicros === null ? removed : formatUnitMicros(unitMicros);

/** Scheduled price changes. */
export function PriceSchedule() {
  const t = useT();
  const list = useCall("priceSchedule", {});
  const removed = t("price.removed");
  const columns: ListColumn<Change>[] = [
    { key: "from", text: ({ from }) => from, show: ({ from }) => <When at={from} /> },
    { key: "sku", text: ({ sku }) => sku, show: ({ sku }) => <Code>{sku}</Code> },
    {
      key: "fromQty",
      align: "right",
      text: ({ fromQty }) => fromQty,
      show: ({ fromQty }) => formatNumber(fromQty),
    },
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
