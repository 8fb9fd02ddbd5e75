/** Amounts over time that move with every point. The drawing code loads with the first plot. */
import { Box, Skeleton } from "@mantine/core";
import { type KeyboardEvent, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import classes from "./TimePlot.module.css";
import {
  type Columns,
  indexAfterKey,
  nearestIndex,
  type ScaleLimits,
  stackedColumns,
  timesOf,
} from "./time-plot-shape.ts";
import { lazyComponent } from "./lib/lazy-component.ts";

const Drawing = lazyComponent(async () => (await import("./TimePlotDrawing.tsx")).default);

export interface PlotSeries {
  name: string;
  /** One of the four chart colours, starting at 0. */
  colour: number;
  /** Fills the area below the line. */
  area?: boolean;
}

export interface TimePlotProps {
  /** A new array whenever points change; the newest is at the right edge. */
  columns: Columns;
  /** Draws each series on top of those before it. */
  stacked?: boolean;
  series: readonly PlotSeries[];
  windowMs: number;
  /** Points further apart than this are not connected. */
  gapMs: number;
  reach: ScaleLimits;
  /** Label at the line of `reach.limit`. */
  limitLabel?: string;
  formatValue: (value: number) => string;
  /** Formats values on the scale, where the unit can be omitted. */
  formatTick: (value: number) => string;
  /** Shown above the scale. */
  unit?: string;
  formatAt: (at: number) => string;
  /** Formats times below the plot. */
  formatClock: (at: number) => string;
  /** The selected time, shared by all plots of a screen. */
  cursorAt: number | null;
  onCursor: (at: number | null) => void;
  title: string;
  /** One sentence that describes the plot; screen readers read it in place of the picture. */
  summary: string;
  heightPx?: number;
}

/** `shown`: the columns as they are drawn, from which the scale follows. */
export type DrawingProps = TimePlotProps & { shown: Columns; heightPx: number };

export function TimePlot(props: TimePlotProps) {
  const { t } = useTranslation("ui");
  const height = props.heightPx ?? 200;
  const { cursorAt, onCursor, columns, stacked } = props;
  const shown = useMemo(() => (stacked ? stackedColumns(columns) : columns), [columns, stacked]);
  const times = timesOf(columns);
  const last = times.length - 1;
  const index = cursorAt === null ? last : nearestIndex(times, cursorAt);
  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape" && cursorAt !== null) {
      event.stopPropagation();
      return onCursor(null);
    }
    const next = indexAfterKey(event.key, { index, points: times.length });
    if (next === null) return;
    event.preventDefault();
    onCursor(times[next] ?? null);
  };
  return (
    <Box component="figure" m={0}>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={t("plot.moment", { name: props.title })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={cursorAt === null ? t("plot.hint") : spoken(props, index)}
        onKeyDown={move}
        onBlur={() => onCursor(null)}
        style={{ height }}
      >
        <Suspense fallback={<Skeleton h={height} aria-hidden />}>
          <Drawing {...props} shown={shown} heightPx={height} />
        </Suspense>
      </div>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
    </Box>
  );
}

/** Describes the selected time in words. */
function spoken({ columns, series, formatAt, formatValue }: TimePlotProps, index: number): string {
  const values = series.map(({ name }, at) => {
    const text = formatValue(columns[at + 1]?.[index] ?? 0);
    return series.length > 1 ? `${name} ${text}` : text;
  });
  return [formatAt(timesOf(columns)[index] ?? 0), ...values].join(", ");
}
