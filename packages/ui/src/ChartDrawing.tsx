/** The drawing of a Chart: plain SVG in the theme's colours. Only imported by Chart, lazily. */
import { Box, Group } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useId, useState } from "react";
import type { ChartPoint, ChartProps } from "./Chart.tsx";
import classes from "./ChartDrawing.module.css";
import { chartColour as colour, ChartTip } from "./ChartTip.tsx";
import { type Dot, labelledPoints, labelRoom, smoothPath, textPx, ticksTo } from "./chart-shape.ts";

const TOP_PX = 10;
const BOTTOM_PX = 26;
const RIGHT_PX = 10;
const LEGEND_PX = 28;
const BAR_MOST_PX = 36;
const valueOf = (point: ChartPoint, key: string) => Number(point[key] ?? 0);

/** Layout of the drawing, in pixels. */
interface Frame {
  left: number;
  width: number;
  bottom: number;
  ticks: number[];
  /** The centre of a point's share of the width. */
  xOf: (index: number) => number;
  yOf: (value: number) => number;
}

function frameOf(props: ChartProps, size: { width: number; height: number }): Frame {
  const { points, series, formatValue } = props;
  const values = points.flatMap((point) => series.map(({ key }) => valueOf(point, key)));
  const ticks = ticksTo(Math.max(0, ...values), { whole: props.whole ?? false });
  const left = Math.ceil(Math.max(...ticks.map((tick) => textPx(formatValue(tick))))) + 12;
  const width = Math.max(1, size.width - left - RIGHT_PX);
  const bottom = size.height - BOTTOM_PX;
  const top = ticks.at(-1) || 1;
  const share = width / Math.max(1, points.length);
  const gap = width / Math.max(1, points.length - 1);
  const bars = props.kind === "bars" || points.length === 1;
  return {
    left,
    width,
    bottom,
    ticks,
    xOf: (index) => left + (bars ? (index + 0.5) * share : index * gap),
    yOf: (value) => bottom - (value / top) * (bottom - TOP_PX),
  };
}

export default function ChartDrawing(props: ChartProps) {
  const { series } = props;
  const legend = series.length > 1;
  const height = (props.heightPx ?? 260) - (legend ? LEGEND_PX : 0);
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const frame = frameOf(props, { width, height });
  const { points } = props;
  const point = at === null ? undefined : points[at];
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = points.map((_, index) => Math.abs(frame.xOf(index) - x));
    setAt(distances.indexOf(Math.min(...distances)));
  };
  return (
    <>
      {legend && <Legend series={series} />}
      <Box ref={ref} pos="relative" h={height}>
        {width > 0 && (
          <svg
            className={classes.drawing}
            width={width}
            height={height}
            onPointerMove={follow}
            onPointerLeave={() => setAt(null)}
          >
            <Axes {...props} frame={frame} />
            {point && at !== null && (
              <line
                className={classes.cursor}
                x1={frame.xOf(at)}
                x2={frame.xOf(at)}
                y1={TOP_PX}
                y2={frame.bottom}
              />
            )}
            {props.kind === "area" ? (
              <Areas {...props} frame={frame} at={at} />
            ) : (
              <Bars {...props} frame={frame} at={at} />
            )}
          </svg>
        )}
        {point && at !== null && (
          <ChartTip
            label={point.label}
            lines={series.map(({ key, name }, index) => ({
              name,
              colour: colour(index),
              text: props.formatValue(valueOf(point, key)),
            }))}
            x={frame.xOf(at)}
            width={width}
          />
        )}
      </Box>
    </>
  );
}

/** Explains the lines' colours, if there are several. */
function Legend({ series }: Pick<ChartProps, "series">) {
  return (
    <Group gap="md" h={LEGEND_PX} align="flex-start" className={classes.legend ?? ""}>
      {series.map(({ key, name }, index) => (
        <span key={key}>
          <span className={classes.swatch} style={{ background: colour(index) }} />
          {name}
        </span>
      ))}
    </Group>
  );
}

function Axes({ points, formatValue, frame }: ChartProps & { frame: Frame }) {
  const longest = Math.max(0, ...points.map(({ label }) => textPx(label)));
  const label = labelRoom(longest);
  const labelled = labelledPoints({ points: points.length, width: frame.width, label });
  const edge = frame.left + frame.width;
  return (
    <>
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={frame.left}
            x2={edge}
            y1={frame.yOf(tick)}
            y2={frame.yOf(tick)}
          />
          <text x={frame.left - 8} y={frame.yOf(tick)} dy="0.35em" textAnchor="end">
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {labelled.map((index) => {
        const x = frame.xOf(index);
        const beyond = x + longest / 2 > edge + RIGHT_PX;
        return (
          <text
            key={index}
            x={beyond ? edge + RIGHT_PX : x}
            y={frame.bottom + 19}
            textAnchor={beyond ? "end" : "middle"}
          >
            {points[index]?.label}
          </text>
        );
      })}
    </>
  );
}

type DrawingProps = ChartProps & { frame: Frame; at: number | null };

function Areas({ points, series, frame, at }: DrawingProps) {
  const id = useId();
  return series.map(({ key }, index) => {
    const dots: Dot[] = points.map((point, place) => ({
      x: frame.xOf(place),
      y: frame.yOf(valueOf(point, key)),
    }));
    const line = smoothPath(dots);
    const fill = `${id}-${index}`;
    const dot = at === null ? undefined : (dots[at] ?? undefined);
    const singleDot = dots.length === 1 ? dots[0] : undefined;
    return (
      <g key={key}>
        <linearGradient id={fill} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0%" stopColor={colour(index)} stopOpacity={0.28} />
          <stop offset="100%" stopColor={colour(index)} stopOpacity={0.02} />
        </linearGradient>
        {dots.length > 1 && (
          <path
            d={`${line}L${dots.at(-1)?.x},${frame.bottom}L${dots[0]?.x},${frame.bottom}Z`}
            fill={`url(#${fill})`}
          />
        )}
        <path d={line} fill="none" stroke={colour(index)} strokeWidth={2} />
        {(dot ?? singleDot) && (
          <circle
            cx={(dot ?? singleDot)?.x}
            cy={(dot ?? singleDot)?.y}
            r={4}
            fill={colour(index)}
          />
        )}
      </g>
    );
  });
}

function Bars({ points, series, frame, at }: DrawingProps) {
  const share = frame.width / Math.max(1, points.length) / series.length;
  const wide = Math.min(BAR_MOST_PX, share * 0.7);
  return points.map((point, place) => (
    <g key={place} opacity={at === null || at === place ? 1 : 0.6}>
      {series.map(({ key }, index) => {
        const value = valueOf(point, key);
        const middle = frame.xOf(place) + (index - (series.length - 1) / 2) * share;
        const high = value > 0 ? Math.max(2, frame.bottom - frame.yOf(value)) : 0;
        return (
          <rect
            key={key}
            x={middle - wide / 2}
            y={frame.bottom - high}
            width={wide}
            height={high}
            rx={Math.min(3, wide / 2)}
            fill={colour(index)}
          />
        );
      })}
    </g>
  ));
}
