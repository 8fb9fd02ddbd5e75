import { formatPercent } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { cents, when } from "@turnpike/ui/list/kinds.tsx";
import { State } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type Promotion = Item<"promotionList">;

function stateOf({ enabled, startsAt, endsAt }: Promotion): string {
  if (!enabled) return "off";
  const now = productClock.nowMs();
  if (now < Date.parse(startsAt)) return "planned";
  return now < Date.parse(endsAt) ? "live" : "ended";
}

const promotionColumns = (): ListColumn<Promotion>[] => [
  { key: "name", wrap: true },
  { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
  { key: "fromCents", as: cents },
  {
    key: "bonus",
    align: "right",
    text: ({ percent }) => percent,
    show: ({ percent }) => formatPercent(percent),
  },
  { key: "startsAt", as: when },
  { key: "endsAt", as: when },
];

/** Bonuses on recharges. */
export function Promotions() {
  const t = useT();
  const list = useCall("promotionList", {});
  return (
    <>
      <PageHeader
        title={t("screens.promotions.title")}
        description={t("screens.promotions.text")}
        actions={
          <ActButton
            variant="filled"
            act={{
              call: "promotionAdd",
              fields: [
                { name: "title", kind: "text" },
                { name: "fromCents", kind: "money", scale: 100 },
                { name: "percent", words: "bonusPercent", kind: "integer" },
                { name: "startsAt", kind: "moment" },
                { name: "endsAt", kind: "moment" },
              ],
            }}
          />
        }
      />
      <Rows
        name="promotions"
        rows={list.data?.items}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowId={({ id }) => id}
        empty={t("screens.promotions.empty")}
        columns={promotionColumns()}
        actions={({ id, name, enabled }) => (
          <ActButton
            size="compact-xs"
            act={{
              call: "promotionSwitch",
              words: enabled ? "promotionOff" : "promotionOn",
              name,
              fixed: { id, enabled: !enabled },
            }}
          />
        )}
      />
    </>
  );
}
