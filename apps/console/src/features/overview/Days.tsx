import { SegmentedControl } from "@mantine/core";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { formatBytes, formatCents, formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useT } from "../../lib/words.ts";

type Day = CallResult<"overview">["revenue"][number];
const figures = {
  sold: { of: (day: Day) => day.soldCents, format: formatCents, whole: false },
  orders: { of: (day: Day) => day.orders, format: formatNumber, whole: true },
  newCustomers: { of: (day: Day) => day.newCustomers, format: formatNumber, whole: true },
  traffic: { of: (day: Day) => day.bytes, format: formatBytes, whole: false },
} as const;
type Figure = keyof typeof figures;

/** Chart of one figure over the last 30 days. */
export function Days({ days }: { days: readonly Day[] }) {
  const t = useT();
  const [shown, show] = useState<Figure>("sold");
  const { of, format, whole } = figures[shown];
  const sum = days.reduce((total, day) => total + of(day), 0);
  const name = t(`overview.figures.${shown}`);
  return (
    <Panel
      title={t("overview.days")}
      description={`${name}: ${format(sum)}`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t("overview.figure")}
          value={shown}
          onChange={(next) => show(next as Figure)}
          data={(Object.keys(figures) as Figure[]).map((value) => ({
            value,
            label: t(`overview.figures.${value}`),
          }))}
        />
      }
    >
      <Chart
        kind="bars"
        heightPx={200}
        points={days.map((day) => ({ label: formatUtcDay(day.day), value: of(day) }))}
        series={[{ key: "value", name }]}
        formatValue={format}
        whole={whole}
        summary={t("overview.daysSummary", { name, sum: format(sum) })}
      />
    </Panel>
  );
}
