import { Anchor, Group, SegmentedControl, Text } from "@mantine/core";
import { type Grain, usageSteps } from "@turnpike/rules/usage.ts";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth, formatNumber, formatUtcDay } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { amountText, axisText, type TrafficUnit } from "./amounts.ts";
import { GrainChoice } from "./Filters.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { figureColumns } from "./figure-columns.tsx";
import { barsOf, busySteps, type Metric, type Report, type Step, stepsOf } from "./points.ts";
import { UsageChart } from "./UsageChart.tsx";
import type { UsageState } from "./use-usage.ts";

interface Props {
  state: UsageState;
  report: Report;
  unit: TrafficUnit;
}

/** The bars of the period, of traffic or of requests. */
export function StepChart({ state, report, unit }: Props) {
  const { t } = useTranslation("package-purchase");
  const [metric, setMetric] = useState<Metric>("bytes");
  const starts = startsOf(report);
  const bars = barsOf(report, { metric, starts, other: t("chart.other") });
  const past = state.by === undefined ? state.before.data : undefined;
  const before = past && startsOf(past).map((at) => ({ at, value: valueAt(past, at, metric) }));
  const format = (value: number) =>
    metric === "bytes" ? amountText(value, unit) : formatNumber(value);
  return (
    <Panel
      title={t(`chart.title.${report.grain}`)}
      actions={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t("chart.metric")}
            value={metric}
            onChange={(value) => setMetric(value as Metric)}
            data={[
              { value: "bytes", label: t("figures.traffic") },
              { value: "requests", label: t("columns.requests") },
            ]}
          />
          <GrainChoice state={state} />
        </Group>
      }
    >
      <UsageChart
        {...bars}
        label={(at) => stepText(at, report.grain, starts.length > 26)}
        format={format}
        formatAxis={(value) => (metric === "bytes" ? axisText(value, unit) : formatNumber(value))}
        whole={metric === "requests"}
        before={before}
        names={{ now: t("chart.now"), before: t("chart.before") }}
        summary={t("chart.summary", { total: format(report.totals[metric]) })}
      />
    </Panel>
  );
}

const valueAt = ({ series }: Report, at: string, metric: Metric) =>
  series.find((step) => step.at === at)?.[metric] ?? 0;

const startsOf = ({ from, to, grain }: Report) =>
  usageSteps({ from: Date.parse(from), to: Date.parse(to) }, grain).map((at) =>
    new Date(at).toISOString(),
  );

/** The figures behind the bars, newest first; a day links to its hours. */
export function StepTable({ state, report, unit }: Props) {
  const { t } = useTranslation("package-purchase");
  const rows = busySteps(stepsOf(report.series));
  const title = t(`steps.title.${report.grain}`);
  return (
    <Panel flush title={title} description={t("steps.utc")}>
      {rows.length === 0 ? (
        <Text ta="center" c="dimmed" fz="sm" py="lg">
          {t("steps.none")}
        </Text>
      ) : (
        <FigureTable<Step>
          label={title}
          columns={[
            {
              key: "at",
              title: t("columns.time"),
              sum: t("columns.sum"),
              render: ({ at }) => <Time at={at} state={state} grain={report.grain} />,
            },
            ...figureColumns<Step>(t, unit, report.totals),
          ]}
          rows={rows}
          rowId={({ at }) => at}
        />
      )}
    </Panel>
  );
}

function Time({ at, state, grain }: { at: string; state: UsageState; grain: Grain }) {
  const { t } = useTranslation("package-purchase");
  const name = stepText(at, grain, true);
  const day = at.slice(0, 10);
  if (grain !== "day") return name;
  return (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      title={t("steps.hoursOf", { day: name })}
      onClick={() => state.change({ from: day, to: day, days: "", grain: "hour" })}
    >
      {name}
    </Anchor>
  );
}

/** The beginning of a step, in UTC like the figures. */
function stepText(at: string, grain: Grain, withDay: boolean): string {
  if (grain === "month") return formatMonth(at.slice(0, 7));
  if (grain === "day") return formatUtcDay(at);
  const language = i18next.language === "zh-tw" ? "zh-TW" : i18next.language;
  return new Intl.DateTimeFormat(language, {
    ...(withDay ? { day: "numeric", month: "short" } : {}),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: "UTC",
  }).format(new Date(at));
}
