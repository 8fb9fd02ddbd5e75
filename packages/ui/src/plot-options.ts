/** uPlot options of a TimePlot; colours and texts are looked up while drawing. */
import { productClock } from "./lib/product-clock.ts";
import type uPlot from "uplot";
import type { DrawingProps } from "./TimePlot.tsx";
import { isolatedPoints, gapsIn, ticksFor, timesOf } from "./time-plot-shape.ts";

const FONT_PX = 12;
const LETTER_PX = 6.8;
/** Filled areas let the grid through. */
const areaOf = (colour: string) => `color-mix(in srgb, ${colour} 18%, transparent)`;
/** Distance between labels below the plot. */
const CLOCK_SPACE_PX = 72;
/** Space above the plot for the scale's unit. */
const UNIT_PX = 26;

const colorCache = new Map<string, string>();

/** Returns the current value of a theme colour; a canvas does not support custom properties. */
function themeColour(name: string): string {
  const style = () => getComputedStyle(document.documentElement);
  const colour = colorCache.get(name) ?? style().getPropertyValue(name).trim();
  colorCache.set(name, colour);
  return colour;
}

/** Clears cached colours after a change between light and dark. */
export const clearColourCache = (): void => colorCache.clear();

const colourOf = (index: number) => themeColour(`--ui-chart-${(index % 4) + 1}`);

/** `now` returns the current props of the plot. */
export function plotOptions(
  now: () => DrawingProps,
  size: { width: number; height: number },
): uPlot.Options {
  const ticks = () => ticksFor(now().shown, now().reach);
  const { fontFamily } = getComputedStyle(document.body);
  const font = `${FONT_PX}px ${fontFamily}`;
  const axis = {
    font,
    stroke: () => themeColour("--mantine-color-dimmed"),
    ticks: { show: false },
    gap: 8,
  };
  return {
    ...size,
    ms: 1,
    padding: [() => (now().unit ? UNIT_PX : 14), 12, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 7 },
      // The page sets the cursor: one time for all plots, by pointer or by key.
      bind: Object.fromEntries(
        ["mousedown", "mouseup", "click", "dblclick", "mousemove", "mouseleave", "mouseenter"].map(
          (event) => [event, () => null],
        ),
      ),
    },
    scales: {
      x: { time: true, range: () => windowOf(now()) },
      y: { range: () => [0, ticks().at(-1) || 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        space: CLOCK_SPACE_PX,
        values: (_plot, splits) => splits.map((at) => now().formatClock(at)),
      },
      {
        ...axis,
        grid: { stroke: () => themeColour("--ui-line"), width: 1 },
        splits: ticks,
        values: (_plot, splits) => splits.map((value) => now().formatTick(value)),
        size: (_plot, values) => scaleWidth(values ?? []),
      },
    ],
    series: [{}, ...now().series.map((series) => seriesOptions(now, series))],
    bands: bandsOf(now()),
    hooks: {
      drawAxes: [
        (plot) => drawLimit(plot, now(), fontFamily),
        (plot) => drawUnit(plot, now().unit, font),
      ],
    },
  };
}

/** A stacked area ends where the one below it begins. */
const bandsOf = ({ stacked, series }: DrawingProps): uPlot.Band[] =>
  stacked ? series.slice(1).map((_, index) => ({ series: [index + 2, index + 1] })) : [];

/** Width for the longest value; mostly constant, so that stacked plots share their time axis. */
const scaleWidth = (values: readonly string[]): number =>
  Math.max(48, 14 + Math.ceil(LETTER_PX * Math.max(1, ...values.map((text) => text.length))));

function windowOf({ columns, windowMs }: DrawingProps): [number, number] {
  const newest = timesOf(columns).at(-1) ?? productClock.nowMs();
  return [newest - windowMs, newest];
}

function seriesOptions(
  now: () => DrawingProps,
  { colour, area }: DrawingProps["series"][number],
): uPlot.Series {
  const stroke = () => colourOf(colour);
  return {
    stroke,
    ...(area ? { fill: () => areaOf(colourOf(colour)) } : {}),
    width: 1.5,
    points: {
      show: false,
      size: 4,
      fill: stroke,
      filter: () => {
        const dots = isolatedPoints(timesOf(now().columns), now().gapMs);
        return dots.length > 0 ? dots : null;
      },
    },
    gaps: (plot) => {
      const times = timesOf(now().columns);
      const x = (index: number) => plot.valToPos(times[index] ?? 0, "x", true);
      return gapsIn(times, now().gapMs).map((index) => [x(index - 1), x(index)]);
    },
  };
}

/** Draws the unit above the scale: next to each number it would narrow the plot. */
function drawUnit({ ctx }: uPlot, unit: string | undefined, font: string): void {
  if (!unit) return;
  ctx.save();
  ctx.scale(devicePixelRatio, devicePixelRatio);
  ctx.font = font;
  ctx.fillStyle = themeColour("--mantine-color-dimmed");
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillText(unit, 0, 2);
  ctx.restore();
}

/** Draws the line of a limit, with its label above it. */
function drawLimit(plot: uPlot, { reach, limitLabel }: DrawingProps, fontFamily: string): void {
  const { limit } = reach;
  if (limit === undefined || limit > (plot.scales["y"]?.max ?? 0)) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(limit, "y", true));
  ctx.save();
  ctx.strokeStyle = themeColour("--mantine-color-dimmed");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  if (limitLabel) {
    ctx.font = `${11 * devicePixelRatio}px ${fontFamily}`;
    ctx.fillStyle = themeColour("--mantine-color-dimmed");
    ctx.textAlign = "right";
    ctx.textBaseline = "bottom";
    ctx.fillText(limitLabel, bbox.left + bbox.width, y - 2 * devicePixelRatio);
  }
  ctx.restore();
}
