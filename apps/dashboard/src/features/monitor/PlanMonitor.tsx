import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Alert, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconClockOff, IconDownload } from "@turnpike/ui/icons.ts";
import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  formatDateTime,
  formatMbps,
  formatMoment,
  formatNumber,
  formatPercent,
} from "@turnpike/ui/lib/format.ts";
import { saveCsv } from "@turnpike/ui/lib/save-file.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { StreamState } from "@turnpike/ui/StreamState.tsx";
import { MonitorCharts } from "./MonitorCharts.tsx";
import { csvRows } from "./monitor-csv.ts";
import { type Range, rangeIn, ranges, rangeText, windowMsOf } from "./ranges.ts";
import { isSilent, momentsOf, newestAt, type Track } from "./track.ts";
import { type Monitor, useMonitor } from "./use-monitor.ts";

/**
 * A plan's traffic, second by second and over the last 24 hours. `whenSilent` is shown if there is
 * none.
 */
export function PlanMonitor({ plan, whenSilent }: { plan: UnlimitedPlan; whenSilent: ReactNode }) {
  const [{ range: text }, setUrl] = useUrlText(["range"], { keepsPage: true });
  const range = rangeIn(text);
  const monitor = useMonitor(plan.id, range);
  const track = range === 15 ? monitor.tracks.seconds : monitor.tracks.minutes;
  const empty = newestAt(track) === -Infinity;
  const refused = monitor.state === "refused" ? monitor.msg : "";
  const error = refused
    ? Object.assign(new Error(refused), { name: "CallRefused" })
    : monitor.error;
  return (
    <Stack gap="md">
      <Head
        plan={plan}
        range={range}
        onRange={(next) => setUrl({ range: rangeText(next) })}
        monitor={monitor}
        track={track}
        empty={empty}
      />
      {plan.status === "expired" && <Expired plan={plan} />}
      {error && !monitor.loaded ? (
        <ErrorState error={error} onRetry={monitor.retry} />
      ) : (
        <>
          <MonitorCharts plan={plan} range={range} track={track} monitor={monitor} />
          {monitor.loaded && isSilent(track, windowMsOf(range)) && whenSilent}
          <LastValues track={track} />
        </>
      )}
    </Stack>
  );
}

interface HeadProps {
  plan: UnlimitedPlan;
  range: Range;
  onRange: (range: Range) => void;
  monitor: Monitor;
  track: Track;
  empty: boolean;
}

function Head({ plan, range, onRange, monitor, track, empty }: HeadProps) {
  const { t } = useTranslation("monitor");
  const save = () =>
    saveCsv("monitor", csvRows(track, windowMsOf(range)), [plan.orderNo, `${range}min`]);
  return (
    <Group justify="space-between" gap="sm">
      <Text c="dimmed" fz="sm" flex="1 1 20rem" maw="72ch">
        {t("description")}
      </Text>
      <Group gap="sm">
        <StreamState state={monitor.state} />
        <SegmentedControl
          size="xs"
          aria-label={t("range.label")}
          value={String(range)}
          onChange={(next) => onRange(Number(next) as Range)}
          data={ranges.map((minutes) => ({ value: String(minutes), label: t(`range.${minutes}`) }))}
        />
        <BatchButton icon={IconDownload} label={t("csv")} disabled={empty} onClick={save} />
      </Group>
    </Group>
  );
}

function Expired({ plan }: { plan: UnlimitedPlan }) {
  const { t } = useTranslation("monitor");
  return (
    <Alert color="amber" icon={<IconClockOff aria-hidden />} title={t("expired.title")}>
      {t("expired.text", { at: formatDateTime(plan.expiresAt) })}
    </Alert>
  );
}

const ROWS = 10;

/** The newest points as a table, for screen readers. */
function LastValues({ track }: { track: Track }) {
  const { t } = useTranslation("monitor");
  const moments = useMemo(
    () =>
      momentsOf(track, newestAt(track) - ROWS * track.stepMs)
        .slice(-ROWS)
        .reverse(),
    [track],
  );
  const columns = [
    t("last.at"),
    t("last.mbps", { name: t("down") }),
    t("last.mbps", { name: t("up") }),
    t("connections.title"),
    t("cpu.title"),
    t("memory.title"),
  ];
  return (
    // A table does not shrink to 1 px, so its wrapper is hidden.
    <div className="visually-hidden">
      <table>
        <caption>{t("last.caption")}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moments.map((moment) => (
            <tr key={moment.at}>
              <th scope="row">{formatMoment(new Date(moment.at).toISOString())}</th>
              <td>{formatMbps(moment.downMbps)}</td>
              <td>{formatMbps(moment.upMbps)}</td>
              <td>{formatNumber(Math.round(moment.tcpConnections * 10) / 10)}</td>
              <td>{formatPercent(moment.cpuPercent)}</td>
              <td>{formatPercent(moment.memoryPercent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
