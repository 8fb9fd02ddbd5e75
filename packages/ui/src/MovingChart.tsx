/** A stacked area chart of the last minutes; it moves with every new point. */
import { Box } from "@mantine/core";
import { useElementSize, useReducedMotion } from "@mantine/hooks";
import { type PointerEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { chartColour, ChartTip } from "./ChartTip.tsx";
import classes from "./ChartDrawing.module.css";
import { labelledPoints, ticksTo } from "./chart-shape.ts";
import {
  highest,
  layerPaths,
  type MovingPoint,
  nearest,
  runsOf,
  type Scale,
} from "./moving-shape.ts";

const LETTER_PX = 6.6;
const TOP_PX = 10;
const BOTTOM_PX = 26;
const RIGHT_PX = 12;
/** Points are one second apart; a point later than this is not animated. */
const LONGEST_GLIDE_MS = 1_200;

export interface MovingChartProps {
  /** Oldest first; the newest is at the right edge. */
  points: readonly MovingPoint[];
  windowMs: number;
  /** Names of the layers from the bottom up; null for an empty layer. */
  series: readonly (string | null)[];
  formatValue: (value: number) => string;
  /** The scale reaches at least this far, so that tiny values do not look large. */
  leastTop: number;
  /** Values are counts: the scale has only integers. */
  whole?: boolean;
  formatAt: (at: number) => string;
  /** Labels below the chart, each a number of milliseconds before the newest point. */
  marks: readonly { beforeMs: number; label: string }[];
  /** One sentence that describes the chart; screen readers read it in place of the picture. */
  summary: string;
  heightPx?: number;
}

interface Frame extends Scale {
  left: number;
  right: number;
  bottom: number;
  ticks: number[];
  newest: number;
  pxPerMs: number;
}

function frameOf(props: MovingChartProps, size: { width: number; height: number }): Frame {
  const all = ticksTo(Math.max(highest(props.points), props.leastTop));
  const ticks = props.whole ? all.filter(Number.isInteger) : all;
  const longest = Math.max(...ticks.map((tick) => props.formatValue(tick).length));
  const left = Math.ceil(longest * LETTER_PX) + 12;
  const right = Math.max(left + 1, size.width - RIGHT_PX);
  const bottom = size.height - BOTTOM_PX;
  const top = all.at(-1) || 1;
  const newest = props.points.at(-1)?.at ?? 0;
  const pxPerMs = (right - left) / props.windowMs;
  return {
    left,
    right,
    bottom,
    ticks,
    newest,
    pxPerMs,
    xOf: (at) => right - (newest - at) * pxPerMs,
    yOf: (value) => bottom - (value / top) * (bottom - TOP_PX),
  };
}

export function MovingChart(props: MovingChartProps) {
  const height = props.heightPx ?? 240;
  const { ref, width } = useElementSize();
  const [pointer, setPointer] = useState<number | null>(null);
  const frame = frameOf(props, { width, height });
  const at = pointer === null ? 0 : frame.newest - (frame.right - pointer) / frame.pxPerMs;
  const point = pointer === null ? undefined : nearest(props.points, at);
  const follow = (event: PointerEvent<SVGSVGElement>) =>
    setPointer(event.clientX - event.currentTarget.getBoundingClientRect().left);
  return (
    <Box component="figure" m={0} pos="relative">
      <Box ref={ref} aria-hidden pos="relative" h={height}>
        {width > 0 && (
          <svg
            className={classes.drawing}
            width={width}
            height={height}
            onPointerMove={follow}
            onPointerLeave={() => setPointer(null)}
          >
            <Axes {...props} frame={frame} />
            <Layers {...props} frame={frame} />
            {point && (
              <line
                className={classes.cursor}
                x1={frame.xOf(point.at)}
                x2={frame.xOf(point.at)}
                y1={TOP_PX}
                y2={frame.bottom}
              />
            )}
          </svg>
        )}
        {point && (
          <ChartTip
            label={props.formatAt(point.at)}
            lines={props.series.flatMap((name, index) => {
              const text = props.formatValue(point.values[index] ?? 0);
              return name === null ? [] : [{ name, text, colour: chartColour(index) }];
            })}
            x={frame.xOf(point.at)}
            width={width}
          />
        )}
      </Box>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
    </Box>
  );
}

function Axes({ formatValue, marks, frame }: MovingChartProps & { frame: Frame }) {
  const longest = Math.max(0, ...marks.map(({ label }) => label.length));
  const furthest = Math.max(0, ...marks.map(({ beforeMs }) => beforeMs));
  const labelled = labelledPoints({
    points: marks.length,
    width: furthest * frame.pxPerMs,
    label: longest * LETTER_PX + 12,
  });
  return (
    <>
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={frame.left}
            x2={frame.right}
            y1={frame.yOf(tick)}
            y2={frame.yOf(tick)}
          />
          <text x={frame.left - 8} y={frame.yOf(tick)} dy="0.35em" textAnchor="end">
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {marks.map(({ beforeMs, label }, index) => (
        <text
          visibility={labelled.includes(index) ? "visible" : "hidden"}
          key={beforeMs}
          x={beforeMs === 0 ? frame.right + RIGHT_PX : frame.right - beforeMs * frame.pxPerMs}
          y={frame.bottom + 19}
          textAnchor={beforeMs === 0 ? "end" : "middle"}
        >
          {label}
        </text>
      ))}
    </>
  );
}

function Layers({ points, series, frame }: MovingChartProps & { frame: Frame }) {
  const clip = useId();
  const glide = useGlide(points, frame.pxPerMs);
  const runs = runsOf(points);
  return (
    <>
      <clipPath id={clip}>
        <rect
          x={frame.left}
          y={0}
          width={frame.right - frame.left}
          height={Math.max(0, frame.bottom + 1)}
        />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <g ref={glide}>
          {series.map((name, layer) =>
            runs.map((run) => {
              if (name === null) return null;
              const { edge, area } = layerPaths(run, layer, frame);
              return (
                <g key={`${name} ${run[0]?.at}`}>
                  <path d={area} fill={chartColour(layer)} opacity={0.3} />
                  <path d={edge} fill="none" stroke={chartColour(layer)} strokeWidth={1.25} />
                </g>
              );
            }),
          )}
        </g>
      </g>
    </>
  );
}

/** Animates the chart from one point to the next, unless the user prefers reduced motion. */
function useGlide(points: readonly MovingPoint[], pxPerMs: number) {
  const ref = useRef<SVGGElement>(null);
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const newest = points.at(-1)?.at;
  const step = newest === undefined ? 0 : newest - (points.at(-2)?.at ?? newest);
  useLayoutEffect(() => {
    // Not available outside a browser.
    const move = ref.current?.animate?.bind(ref.current);
    if (!move || still || newest === undefined || step <= 0 || step > LONGEST_GLIDE_MS) return;
    const from = `translateX(${step * pxPerMs}px)`;
    const gliding = move([{ transform: from }, { transform: "none" }], { duration: step });
    return () => gliding.cancel();
  }, [newest, step, pxPerMs, still]);
  return ref;
}
