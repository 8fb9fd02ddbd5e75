import { Text } from "@mantine/core";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { formatMs, formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { bytes, cents, Code, count, Money, NONE } from "@turnpike/ui/list/kinds.tsx";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { RowMenu } from "../../parts/act/RowMenu.tsx";
import { state } from "../../parts/cells.tsx";
import { Rows } from "../../parts/list/List.tsx";
import { ownShare, pasteAct, upstreamActs, writeAct } from "./upstream-acts.tsx";
import { UpstreamDrawer } from "./UpstreamDrawer.tsx";

type Upstream = Item<"upstreamList">;
const EVERY_MS = 10_000;
const MICROS_PER_CENT = 10_000;

/** Wholesalers' gateways in the pool: state, success, use, cost, margin and balance. */
export function Upstreams() {
  const t = useT();
  const upstreams = useCall("upstreamList", {}, { everyMs: EVERY_MS });
  const pool = useCall("poolShow", {}, { everyMs: EVERY_MS });
  const [shown, show] = useState<string | null>(null);
  const own = pool.data?.items.find(({ member }) => member === "own");
  return (
    <>
      <PageHeader
        title={t("screens.upstreams.title")}
        description={t("screens.upstreams.text", {
          priority: own?.priority ?? 1,
          weight: own?.weight ?? 100,
        })}
        actions={
          <>
            <ActButton act={ownShare(own)} />
            <ActButton act={pasteAct()} />
            <ActButton variant="filled" act={writeAct()} />
          </>
        }
      />
      <Rows
        name="upstreams"
        rows={upstreams.data?.items}
        error={upstreams.error}
        onRetry={() => void upstreams.refetch()}
        rowId={({ name }) => name}
        empty={t("screens.upstreams.empty")}
        columns={columns}
        onOpen={({ name }) => show(name)}
        actions={(upstream) => <RowMenu name={upstream.name} acts={upstreamActs(upstream)} />}
      />
      <UpstreamDrawer name={shown} onClose={() => show(null)} />
    </>
  );
}

const centsOf = (micros: number) => Math.round(micros / MICROS_PER_CENT);

const columns: ListColumn<Upstream>[] = [
  { key: "name" },
  { key: "state", as: state },
  {
    key: "host",
    extra: "chosen",
    text: ({ hosts }) => hosts.join(" "),
    show: ({ hosts }) => <Code>{hosts.join(" ")}</Code>,
  },
  { key: "priority", align: "right" },
  { key: "weight", align: "right" },
  { key: "connections", extra: "chosen", as: count },
  {
    key: "success",
    align: "right",
    text: ({ successPercent }) => successPercent,
    show: ({ successPercent }) => (successPercent === null ? NONE : formatPercent(successPercent)),
  },
  {
    key: "elsewhere",
    align: "right",
    text: ({ geoOtherPercent }) => geoOtherPercent,
    show: ({ geoOtherPercent }) =>
      geoOtherPercent === null ? NONE : formatPercent(geoOtherPercent),
  },
  {
    key: "p95",
    align: "right",
    text: ({ p95Ms }) => p95Ms,
    show: ({ p95Ms }) => (p95Ms === null ? NONE : formatMs(p95Ms)),
  },
  { key: "todayBytes", extra: "chosen", as: bytes },
  { key: "monthBytes", as: bytes },
  {
    key: "cost",
    align: "right",
    text: ({ costMicros }) => centsOf(costMicros),
    show: ({ costMicros }) => <Money cents={centsOf(costMicros)} />,
  },
  { key: "marginCents", as: cents },
  {
    key: "balanceDays",
    align: "right",
    text: ({ balanceDays }) => balanceDays,
    show: ({ balanceDays }) => (balanceDays === null ? NONE : formatNumber(balanceDays)),
  },
  {
    key: "alert",
    wrap: true,
    text: ({ alerts }) => alerts[0]?.text ?? "",
    show: ({ alerts }) => (
      <Text span inherit c={alerts.length === 0 ? "dimmed" : "red"}>
        {alerts[0]?.text ?? NONE}
      </Text>
    ),
  },
];
