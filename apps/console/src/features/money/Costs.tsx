import { formatUnitMicros, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { costScopes } from "@turnpike/rules/margin.ts";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { NONE, code } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";

type Cost = Item<"costList">;

const price = (micros: number) => (micros === 0 ? NONE : formatUnitMicros(micros));

const costColumns: ListColumn<Cost>[] = [
  { key: "costScope", text: ({ scope }) => word("costScopes", scope) },
  { key: "name", wrap: true, as: code },
  { key: "from", text: ({ from }) => from, show: ({ from }) => formatUtcDay(from) },
  {
    key: "perGb",
    align: "right",
    text: ({ perGbMicros }) => perGbMicros / 1_000_000,
    show: ({ perGbMicros }) => price(perGbMicros),
  },
  {
    key: "perIpMonth",
    align: "right",
    text: ({ perIpMonthMicros }) => perIpMonthMicros / 1_000_000,
    show: ({ perIpMonthMicros }) => price(perIpMonthMicros),
  },
  { key: "actor", extra: true, text: ({ createdBy }) => createdBy },
];

/** What upstreams and exits cost, and from which day. */
export function Costs() {
  const t = useT();
  const list = useCall("costList", {});
  const [today] = useState(productClock.today);
  const add: Act<"costSet"> = {
    call: "costSet",
    fields: [
      {
        name: "scope",
        words: "costScope",
        kind: "select",
        initial: "upstream",
        options: costScopes.map((value) => ({ value, label: word("costScopes", value) })),
      },
      { name: "name", words: "costName", kind: "text", help: t("costs.nameHelp") },
      { name: "from", words: "costFrom", kind: "day", initial: today },
      { name: "perGbMicros", words: "perGb", kind: "money", scale: 1_000_000, optional: true },
      {
        name: "perIpMonthMicros",
        words: "perIpMonth",
        kind: "money",
        scale: 1_000_000,
        optional: true,
      },
    ],
  };
  return (
    <Rows
      name="costs"
      title={t("costs.title")}
      exported
      tools={<ActButton act={add} />}
      rows={list.data?.items}
      error={list.error}
      onRetry={() => void list.refetch()}
      rowId={({ scope, name, from }) => `${scope} ${name} ${from}`}
      empty={t("costs.none")}
      columns={costColumns}
      actions={({ scope, name, from }) => (
        <ActButton
          size="compact-xs"
          act={{ call: "costRemove", name, danger: true, fixed: { scope, name, from } }}
        />
      )}
    />
  );
}
