import { SimpleGrid, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatMoment, formatNumber, formatRate } from "@turnpike/ui/lib/format.ts";
import { MovingChart } from "@turnpike/ui/MovingChart.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { layersOf, WINDOW_MS } from "./history.ts";
import type { LiveTraffic } from "./use-live.ts";

const HEIGHT_PX = 240;
const MINUTE_MS = 60_000;
/** The scales reach at least 10 kB/s and 4 connections. */
const LEAST_RATE = 10_000;
const LEAST_CONNECTIONS = 4;

/** Speed and open connections over the last 5 minutes. */
export function LiveCharts(traffic: LiveTraffic) {
  const { t } = useTranslation("live");
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Panel title={t("speedChart")} description={t("window")}>
        <LiveChart {...traffic} what="bytesPerSecond" />
      </Panel>
      <Panel title={t("connectionsChart")} description={t("window")}>
        <LiveChart {...traffic} what="connections" />
      </Panel>
    </SimpleGrid>
  );
}

function LiveChart(props: LiveTraffic & { what: "bytesPerSecond" | "connections" }) {
  const { t } = useTranslation("live");
  const { history, what } = props;
  const now = history.at(-1);
  if (!now) return <Skeleton h={HEIGHT_PX} aria-hidden />;
  const speed = what === "bytesPerSecond";
  const formatValue = speed ? formatRate : formatNumber;
  const points = layersOf(history, props.places, what);
  const others = points.some(({ values }) => (values.at(-1) ?? 0) > 0) ? t("others") : null;
  return (
    <MovingChart
      points={points}
      windowMs={WINDOW_MS}
      series={[...props.places, others]}
      formatValue={formatValue}
      leastTop={speed ? LEAST_RATE : LEAST_CONNECTIONS}
      whole={!speed}
      formatAt={(at) => formatMoment(new Date(at).toISOString())}
      marks={[4, 3, 2, 1, 0].map((minutes) => ({
        beforeMs: minutes * MINUTE_MS,
        label: minutes === 0 ? t("markNow") : t("markBefore", { count: minutes }),
      }))}
      summary={t(speed ? "speedSummary" : "connectionsSummary", { now: formatValue(now[what]) })}
      heightPx={HEIGHT_PX}
    />
  );
}
