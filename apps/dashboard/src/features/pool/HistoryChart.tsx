import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { Chart } from "@turnpike/ui/Chart.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { REFRESH_MS } from "./pool-ip.ts";

const HEIGHT_PX = 200;

/** How many IPs were opened on each of the last 7 or 30 days (UTC). */
export function HistoryChart() {
  const { t } = useTranslation("pool");
  const [view, setView] = useUrlText(["days"], { keepsPage: true });
  const days = view.days === "30" ? 30 : 7;
  const chart = useCall("ipLineChart", { days }, { everyMs: REFRESH_MS, keepLast: true });
  const items = chart.data?.items;
  const total = items?.reduce((sum, { opened }) => sum + opened, 0) ?? 0;
  const summary = t("history.sum", { count: total, number: formatNumber(total) });
  return (
    <Panel
      title={t("history.chart")}
      description={items && summary}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t("history.span")}
          value={String(days)}
          onChange={(value) => setView({ days: value === "30" ? "30" : "" })}
          data={[7, 30].map((value) => ({
            value: String(value),
            label: t("history.days", { count: value }),
          }))}
        />
      }
    >
      {chart.isError && !items ? (
        <ErrorState error={chart.error} onRetry={() => void chart.refetch()} />
      ) : items ? (
        <Chart
          kind="area"
          whole
          heightPx={HEIGHT_PX}
          points={items.map(({ day, opened }) => ({ label: formatUtcDay(day), opened }))}
          series={[{ key: "opened", name: t("history.opened") }]}
          formatValue={formatNumber}
          summary={summary}
        />
      ) : (
        <LineSkeletons lines={6} height={20} />
      )}
    </Panel>
  );
}
