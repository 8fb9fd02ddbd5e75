/** Amounts over time, moving on with every point. What draws it comes only with the first plot. */
import { Box, Skeleton } from "@mantine/core";
import { type KeyboardEvent, Suspense } from "react";
import classes from "./TimePlot.module.css";
import {
  type Columns,
  indexAfterKey,
  nearestIndex,
  type Reach,
  timesOf,
} from "./time-plot-shape.ts";
import { lazyComponent } from "./lib/lazy-component.ts";

const Drawing = lazyComponent(async () => (await import("./TimePlotDrawing.tsx")).default);

export interface PlotSeries {
  name: string;
  /** One of the four colours of charts, from 0. */
  colour: number;
  /** Fills what lies below. */
  area?: boolean;
}

export interface TimePlotProps {
  /** A new array whenever the points changed; the newest is at the right edge. */
  columns: Columns;
  series: readonly PlotSeries[];
  windowMs: number;
  /** Points further apart are not joined. */
  gapMs: number;
  reach: Reach;
  /** Words at the line of `reach.limit`. */
  limitLabel?: string;
  formatValue: (value: number) => string;
  /** At the scale, where the unit may go without saying. */
  formatTick: (value: number) => string;
  /** Stands above the scale. */
  unit?: string;
  formatAt: (at: number) => string;
  /** Below the picture. */
  formatClock: (at: number) => string;
  /** The moment that is looked at, shared by all plots of a screen. */
  cursorAt: number | null;
  onCursor: (at: number | null) => void;
  /** Names the control that arrow keys move the moment with. */
  label: string;
  /** What that control says while no moment is chosen. */
  hint: string;
  /** One sentence that says what the picture shows; read aloud in its place. */
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

/** The chosen moment in words. */
function spoken({ columns, series, formatAt, formatValue }: TimePlotProps, index: number): string {
  const values = series.map(({ name }, at) => {
    const text = formatValue(columns[at + 1]?.[index] ?? 0);
    return series.length > 1 ? `${name} ${text}` : text;
  });
  return [formatAt(timesOf(columns)[index] ?? 0), ...values].join(", ");
}
