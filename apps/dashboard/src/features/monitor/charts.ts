import type { UnlimitedPlan } from "@turnpike/contract/unlimited.ts";
import type { TFunction } from "i18next";
import { formatMbps, formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import type { ScaleLimits } from "@turnpike/ui/time-plot-shape.ts";
import type { Field } from "./track.ts";

export interface ChartLine {
  field: Field;
  name: string;
  colour: number;
  area?: boolean;
}
/** One of the monitor's four charts. */
export interface MonitorChart {
  chart: "bandwidth" | "connections" | "cpu" | "memory";
  lines: readonly ChartLine[];
  reach: ScaleLimits;
  formatValue: (value: number) => string;
  formatTick: (value: number) => string;
  /** The scale's unit, if its numbers do not state it. */
  unit?: string;
}

const percents = { formatValue: formatPercent, formatTick: formatPercent };
/** Minutes have average counts, hence the decimal. */
const formatCount = (value: number) => formatNumber(Math.round(value * 10) / 10);

/** The lines of each chart; a plan's bandwidth limit applies to each direction. */
export function chartsOf(plan: UnlimitedPlan, t: TFunction<"monitor">): MonitorChart[] {
  return [
    {
      chart: "bandwidth",
      lines: [
        { field: "downMbps", name: t("down"), colour: 0, area: true },
        { field: "upMbps", name: t("up"), colour: 2 },
      ],
      reach: { least: 1, limit: plan.mbps },
      formatValue: (value) => t("mbps", { number: formatMbps(value) }),
      formatTick: formatMbps,
      unit: t("mbps", { number: "" }).trim(),
    },
    {
      chart: "connections",
      lines: [{ field: "tcpConnections", name: t("connections.title"), colour: 0, area: true }],
      reach: { least: 4, whole: true },
      formatValue: formatCount,
      formatTick: formatCount,
    },
    {
      chart: "cpu",
      lines: [{ field: "cpuPercent", name: t("cpu.title"), colour: 1, area: true }],
      reach: { least: 10, most: 100 },
      ...percents,
    },
    {
      chart: "memory",
      lines: [{ field: "memoryPercent", name: t("memory.title"), colour: 3, area: true }],
      reach: { least: 10, most: 100 },
      ...percents,
    },
  ];
}
