import { Group, SegmentedControl, SimpleGrid, Stack } from "@mantine/core";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { formatCents, formatCountry, formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { saveNamed } from "@turnpike/ui/lib/save-file.ts";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { StatCard } from "@turnpike/ui/StatCard.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";
import { Money, count } from "@turnpike/ui/list/kinds.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { Rows } from "../../parts/list/List.tsx";
import { dayText, DateRangeFields, useDateRange } from "./DateRangeFields.tsx";

const groups = ["day", "product", "sku", "pool", "country"] as const;
type Group = (typeof groups)[number];
type Line = CallResult<"revenue">["items"][number];

/** Display name of a group. */
function nameOf(by: Group, group: string): string {
  if (by === "day") return formatUtcDay(group);
  if (by === "sku") return group;
  if (by === "pool") return group || word("revenue", "noPool");
  return by === "country" ? formatCountry(group) : word("products", group);
}

/** Revenue and refunds by day, product, pool or country, and the monthly export for accounting. */
export function Revenue() {
  const t = useT();
  const [values, set] = useUrlText(["from", "to", "by"], { keepsPage: true });
  const by = groups.find((one) => one === values.by) ?? "day";
  const { from, to } = useDateRange(values);
  const revenue = useCall("revenue", { from, to, by }, { keepLast: true });
  return (
    <>
      <PageHeader title={t("screens.revenue.title")} actions={<Export />} />
      <Stack gap="md">
        <Group gap="xs">
          <DateRangeFields from={from} to={to} onChange={set} />
          <SegmentedControl
            size="sm"
            aria-label={t("revenue.by")}
            value={by}
            onChange={(next) => set({ by: next === "day" ? "" : next })}
            data={groups.map((value) => ({ value, label: t(`revenue.groups.${value}`) }))}
          />
        </Group>
        <Totals total={revenue.data?.total} />
        {by === "day" && revenue.data && <RevenueChart lines={revenue.data.items} />}
        <Rows
          name="revenue"
          title={t(`revenue.groups.${by}`)}
          exported
          rows={revenue.data?.items}
          rowId={({ group }) => group}
          error={revenue.error}
          onRetry={() => void revenue.refetch()}
          empty={t("revenue.none")}
          columns={columnsOf(by)}
        />
      </Stack>
    </>
  );
}

const columnsOf = (by: Group): ListColumn<Line>[] => [
  { key: by, text: ({ group }) => group, show: ({ group }) => nameOf(by, group) },
  { key: "orders", as: count },
  ...(["soldCents", "refundedCents", "netCents"] as const).map(
    (key): ListColumn<Line> => ({
      key,
      align: "right",
      text: (line) => line[key] / 100,
      show: (line) => <Money cents={line[key]} />,
    }),
  ),
];

function Totals({ total }: { total: CallResult<"revenue">["total"] | undefined }) {
  const t = useT();
  const money = (cents: number | undefined) =>
    cents === undefined ? undefined : formatCents(cents);
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard label={t("columns.netCents")} value={money(total?.netCents)} />
      <StatCard label={t("columns.soldCents")} value={money(total?.soldCents)} />
      <StatCard label={t("columns.refundedCents")} value={money(total?.refundedCents)} />
      <StatCard label={t("columns.orders")} value={total && formatNumber(total.orders)} />
    </SimpleGrid>
  );
}

function RevenueChart({ lines }: { lines: readonly Line[] }) {
  const t = useT();
  const name = t("columns.netCents");
  const sum = formatCents(lines.reduce((total, { netCents }) => total + netCents, 0));
  return (
    <Panel>
      <Chart
        kind="bars"
        heightPx={220}
        points={lines.map(({ group, netCents }) => ({
          label: formatUtcDay(group),
          net: Math.max(0, netCents),
        }))}
        series={[{ key: "net", name }]}
        formatValue={formatCents}
        summary={t("overview.daysSummary", { name, sum })}
      />
    </Panel>
  );
}

/** The month before that of `day`, as the call expects it. */
const monthBefore = (day: Date): string =>
  dayText(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 0)).slice(0, 7);

function Export() {
  const [lastMonth] = useState(() => monthBefore(new Date(productClock.nowMs())));
  return (
    <ActButton
      act={{
        call: "accountingExport",
        fields: [{ name: "month", kind: "text", initial: lastMonth }],
        onDone: ({ fileName, csv }) => saveNamed({ name: fileName, text: csv, type: "text/csv" }),
      }}
    />
  );
}
