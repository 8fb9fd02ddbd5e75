import { Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatClock, formatDay, formatMoment, formatNumber } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { TimePlot } from "@turnpike/ui/TimePlot.tsx";
import { chartColour } from "@turnpike/ui/ChartTip.tsx";
import { chartsOf, type MonitorChart } from "./charts.ts";
import { type Range, windowMsOf } from "./ranges.ts";
import { type Moment, currentAverage, type Track, viewOf } from "./track.ts";
import type { Monitor } from "./use-monitor.ts";
import classes from "./monitor.module.css";

const HEIGHT_PX = 200;

interface ChartsProps {
  plan: UnlimitedPlan;
  range: Range;
  track: Track;
  monitor: Monitor;
}

/** The four charts of a plan's monitor, with current figures and a shared cursor. */
export function MonitorCharts(props: ChartsProps) {
  const { t } = useTranslation("monitor");
  const [cursorAt, setCursor] = useState<number | null>(null);
  const { seconds } = props.monitor.tracks;
  const now = useMemo(() => currentAverage(seconds), [seconds]);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      {chartsOf(props.plan, t).map((one) => (
        <OneChart
          key={one.chart}
          {...props}
          {...one}
          now={now}
          cursorAt={cursorAt}
          setCursor={setCursor}
        />
      ))}
    </SimpleGrid>
  );
}

interface OneProps extends ChartsProps, MonitorChart {
  now: Moment | null;
  cursorAt: number | null;
  setCursor: (at: number | null) => void;
}

function OneChart(props: OneProps) {
  const { t } = useTranslation("monitor");
  const { chart, lines, track, range, monitor, now, reach } = props;
  const windowMs = windowMsOf(range);
  const fields = lines.map(({ field }) => field).join();
  const columns = useMemo(() => viewOf(track, fields, windowMs), [track, fields, windowMs]);
  const title = t(`${chart}.title`);
  const limit = reach.limit && { limitLabel: t("limit", { limit: formatNumber(reach.limit) }) };
  return (
    <Panel title={title} description={t(`${chart}.help`)} actions={<Figures {...props} />}>
      {monitor.loaded ? (
        <TimePlot
          columns={columns}
          series={lines}
          windowMs={windowMs}
          gapMs={track.gapMs}
          reach={reach}
          {...limit}
          {...(props.unit ? { unit: props.unit } : {})}
          formatValue={props.formatValue}
          formatTick={props.formatTick}
          formatAt={momentText}
          formatClock={clockText}
          cursorAt={props.cursorAt}
          onCursor={props.setCursor}
          title={title}
          summary={t("summary", {
            name: title,
            range: t(`range.${range}`),
            now: now ? spokenFigures(props, now) : "–",
          })}
          heightPx={HEIGHT_PX}
        />
      ) : (
        <Skeleton h={HEIGHT_PX} aria-hidden />
      )}
    </Panel>
  );
}

function spokenFigures({ lines, formatValue }: MonitorChart, now: Moment): string {
  const figures = lines.map(({ name, field }) => {
    const text = formatValue(now[field]);
    return lines.length > 1 ? `${name} ${text}` : text;
  });
  return figures.join(", ");
}

const momentText = (at: number) => formatMoment(new Date(at).toISOString());

/** The time of day; at midnight, the date. */
function clockText(at: number): string {
  const date = new Date(at);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0;
  return (midnight ? formatDay : formatClock)(date.toISOString());
}

/** The current values of a chart's lines; with several lines also their legend. */
function Figures(
  props: Pick<MonitorChart, "lines" | "reach" | "formatValue"> & {
    now: Moment | null;
    monitor: Monitor;
  },
) {
  const { t } = useTranslation("monitor");
  const { now, lines, reach, monitor } = props;
  if (!now) {
    return monitor.loaded ? <Text c="dimmed">–</Text> : <Skeleton h={28} w={88} aria-hidden />;
  }
  return (
    <Stack gap={0} className={classes.now ?? ""} data-stale={monitor.state !== "live" || undefined}>
      <Group gap="md" className={classes.figures ?? ""}>
        {lines.map(({ field, name, colour }) => (
          <Group key={field} gap={6} wrap="nowrap" align="baseline">
            {lines.length > 1 && (
              <Text span fz="xs" c="dimmed" className={classes.legend ?? ""}>
                <span style={{ background: chartColour(colour) }} aria-hidden />
                {name}
              </Text>
            )}
            <Text span fz="1.25rem" lh={1.3} fw={640} className="numeric" lts="-0.02em">
              {props.formatValue(now[field])}
            </Text>
          </Group>
        ))}
      </Group>
      {reach.limit !== undefined && (
        <Text fz="xs" c="dimmed" className="numeric">
          {t("ofLimit", { limit: formatNumber(reach.limit) })}
        </Text>
      )}
    </Stack>
  );
}
