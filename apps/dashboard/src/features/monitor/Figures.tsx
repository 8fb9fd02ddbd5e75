import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { chartColour } from "../../ui/ChartTip.tsx";
import type { MonitorChart } from "./charts.ts";
import classes from "./monitor.module.css";
import type { Moment } from "./track.ts";
import type { Monitor } from "./use-monitor.ts";

/** What a picture's lines say now; of several lines it is their legend too. */
export function Figures(
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
