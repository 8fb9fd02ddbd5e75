import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { tableColumns } from "@turnpike/ui/list/columns.ts";
import { when } from "@turnpike/ui/list/kinds.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { titleOf } from "../../parts/list/List.tsx";

type Sold = Item<"productSales">;

/** What was sold of a product at each unit price. */
export function ProductSales({ sku }: { sku: string }) {
  const t = useT();
  const { data } = useCall("productSales", { sku });
  if (!data || data.items.length === 0) return null;
  return (
    <DataTable
      label={t("catalogue.sold")}
      rows={data.items}
      rowId={({ unitMicros }) => String(unitMicros)}
      empty={null}
      columns={tableColumns<Sold>(
        [
          {
            key: "prices",
            text: ({ unitMicros }) => (unitMicros === null ? "–" : formatUnitMicros(unitMicros)),
          },
          { key: "orders", align: "right", text: ({ orders }) => formatNumber(orders) },
          { key: "quantity", align: "right", text: ({ units }) => formatNumber(units) },
          { key: "amount", align: "right", text: ({ cents }) => formatCents(cents) },
          { key: "lastAt", as: when },
        ],
        titleOf,
      )}
    />
  );
}
