import { formatNumber } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { code, when } from "@turnpike/ui/list/kinds.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Rows } from "../../parts/list/List.tsx";

type T = ReturnType<typeof useT>;

/** Only traffic has a volume that needs no identity. */
function setAct(t: T, products: readonly Item<"productList">[]): Act<"gateSet"> {
  const traffic = new Set(products.flatMap(({ sku, kind }) => (kind === "traffic" ? [sku] : [])));
  return {
    call: "gateSet",
    fields: [
      {
        name: "sku",
        kind: "select",
        initial: products[0]?.sku ?? "",
        options: products.map(({ sku }) => ({ value: sku, label: sku })),
      },
      {
        name: "overGb",
        kind: "integer",
        optional: true,
        help: t("gates.help"),
        when: ({ sku = "" }) => traffic.has(sku),
      },
    ],
  };
}

/** Products that are sold to identified customers (spec/identity#gates). */
export function Gates({ products }: { products: readonly Item<"productList">[] }) {
  const t = useT();
  const list = useCall("gateList", {});
  const columns: ListColumn<Item<"gateList">>[] = [
    { key: "sku", as: code },
    {
      key: "gateFor",
      text: ({ overGb }) =>
        overGb === null ? t("gates.every") : t("gates.over", { gb: formatNumber(overGb) }),
    },
    { key: "since", as: when },
  ];
  return (
    <Rows
      name="gates"
      title={t("gates.title")}
      description={t("gates.text")}
      rows={list.data?.items}
      error={list.error}
      onRetry={() => void list.refetch()}
      rowId={({ sku }) => sku}
      empty={t("gates.empty")}
      columns={columns}
      tools={<ActButton act={setAct(t, products)} disabled={products.length === 0} />}
      actions={({ sku }) => (
        <ActButton size="compact-xs" act={{ call: "gateRemove", name: sku, fixed: { sku } }} />
      )}
    />
  );
}
