import { SimpleGrid, Skeleton } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatClock, formatMoment, formatNumber, formatRate } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { TimePlot } from "@turnpike/ui/TimePlot.tsx";
import { layersOf, WINDOW_MS } from "./history.ts";
import type { LiveTraffic } from "./use-live.ts";

const HEIGHT_PX = 240;
/** Events are one second apart. */
const GAP_MS = 3_500;
/** The scales reach at least 10 kB/s and 4 connections. */
const LEAST_RATE = 10_000;
const LEAST_CONNECTIONS = 4;

/** Speed and open connections over the last 5 minutes, with a shared cursor. */
export function LiveCharts(traffic: LiveTraffic) {
  const [cursorAt, onCursor] = useState<number | null>(null);
  const shared = { ...traffic, cursorAt, onCursor };
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <LiveChart {...shared} what="bytesPerSecond" />
      <LiveChart {...shared} what="connections" />
    </SimpleGrid>
  );
}

interface LiveChartProps extends LiveTraffic {
  what: "bytesPerSecond" | "connections";
  cursorAt: number | null;
  onCursor: (at: number | null) => void;
}

function LiveChart({ history, places, what, cursorAt, onCursor }: LiveChartProps) {
  const { t } = useTranslation("live");
  const others = t("others");
  const layers = useMemo(
    () => layersOf(history, { places, others }, what),
    [history, places, others, what],
  );
  const now = history.at(-1);
  const speed = what === "bytesPerSecond";
  const title = t(speed ? "speedChart" : "connectionsChart");
  const formatValue = speed ? formatRate : formatNumber;
  return (
    <Panel title={title} description={t("window")}>
      {now ? (
        <TimePlot
          {...layers}
          stacked
          windowMs={WINDOW_MS}
          gapMs={GAP_MS}
          reach={{ least: speed ? LEAST_RATE : LEAST_CONNECTIONS, whole: !speed }}
          formatValue={formatValue}
          formatTick={formatValue}
          formatAt={(at) => formatMoment(new Date(at).toISOString())}
          formatClock={(at) => formatClock(new Date(at).toISOString())}
          cursorAt={cursorAt}
          onCursor={onCursor}
          title={title}
          summary={t(speed ? "speedSummary" : "connectionsSummary", {
            now: formatValue(now[what]),
          })}
          heightPx={HEIGHT_PX}
        />
      ) : (
        <Skeleton h={HEIGHT_PX} aria-hidden />
      )}
    </Panel>
  );
}
