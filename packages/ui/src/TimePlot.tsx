/** Amounts over time that move with every point. The drawing code loads with the first plot. */
import { Box, Skeleton } from "@mantine/core";
import { type KeyboardEvent, Suspense } from "react";
import classes from "./TimePlot.module.css";
import {
  type Columns,
  indexAfterKey,
  nearestIndex,
  type ScaleLimits,
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
  /** Names the control with which arrow keys move the selected time. */
  label: string;
  /** Value text of that control while no time is selected. */
  hint: string;
  /** One sentence that describes the plot; screen readers read it in place of the picture. */
  summary: string;
  heightPx?: number;
}

export function TimePlot(props: TimePlotProps) {
  const height = props.heightPx ?? 200;
  const { cursorAt, onCursor } = props;
  const times = timesOf(props.columns);
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
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={cursorAt === null ? props.hint : spoken(props, index)}
        onKeyDown={move}
        onBlur={() => onCursor(null)}
        style={{ height }}
      >
        <Suspense fallback={<Skeleton h={height} aria-hidden />}>
          <Drawing {...props} heightPx={height} />
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
