import { Box, Group } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useState } from "react";
import { ChartTip } from "@turnpike/ui/ChartTip.tsx";
import { labelledPoints, labelRoom, textPx, ticksTo } from "@turnpike/ui/chart-shape.ts";
import { coloured, type Bars } from "./points.ts";
import classes from "./usage.module.css";

const heightPx = 260;
const topPx = 10;
const bottomPx = 26;
const maxBarPx = 40;

interface Props extends Bars {
  label: (at: string) => string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  whole: boolean;
  /** The bars of the previous period, in the same positions; absent while the bars are split. */
  before?: { at: string; value: number }[] | undefined;
  names: { now: string; before: string };
  /** Describes the chart; the table below has its figures. */
  summary: string;
}

/** The colour of a part; the last part is the remainder. */
const colourOf = (place: number, parts: number): string =>
  parts > 1 && place === parts - 1 && place >= coloured
    ? "var(--mantine-color-placeholder)"
    : `var(--ui-chart-${(place % coloured) + 1})`;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Totals as bars, split into parts if requested; the previous period as outlines behind them. */
export function UsageChart(props: Props) {
  const { bars, before = [], label } = props;
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const frame = frameOf(props, width);
  const { left, share } = frame;
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const place = Math.floor((x - left) / share);
    setAt(place >= 0 && place < bars.length ? place : null);
  };
  const bar = at === null ? undefined : bars[at];
  const lines = at === null ? [] : tipLines(props, at);
  return (
    <Box component="figure" m={0}>
      <Legend {...props} />
      <Box ref={ref} pos="relative" h={heightPx} aria-hidden>
        {width > 0 && (
          <svg
            className={classes.drawing}
            width={width}
            height={heightPx}
            onPointerMove={follow}
            onPointerLeave={() => setAt(null)}
          >
            <Axes {...props} frame={frame} />
            {bars.map((each, place) => (
              <BarAt
                key={each.at}
                {...{ frame, place, values: each.values, dim: at !== null && at !== place }}
                {...(before[place] ? { before: before[place].value } : {})}
              />
            ))}
          </svg>
        )}
        {bar && at !== null && (
          <ChartTip
            label={label(bar.at)}
            lines={lines}
            x={left + (at + 0.5) * share}
            width={width}
          />
        )}
      </Box>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
    </Box>
  );
}

interface Frame {
  left: number;
  share: number;
  bottom: number;
  width: number;
  ticks: number[];
  yOf: (value: number) => number;
}

/** The chart's layout, in pixels. */
function frameOf({ bars, before = [], formatAxis, whole }: Props, width: number): Frame {
  const sums = [...bars.map(({ values }) => total(values)), ...before.map(({ value }) => value)];
  const ticks = ticksTo(Math.max(0, ...sums), { whole });
  const left = Math.ceil(Math.max(...ticks.map((tick) => textPx(formatAxis(tick))))) + 12;
  const share = Math.max(1, width - left) / Math.max(1, bars.length);
  const top = ticks.at(-1) || 1;
  const bottom = heightPx - bottomPx;
  const yOf = (value: number) => bottom - (value / top) * (bottom - topPx);
  return { left, share, bottom, width, ticks, yOf };
}

/** The figures of one bar, and of the previous period. */
function tipLines({ bars, parts, before = [], format, names }: Props, at: number) {
  const past = before[at];
  const lines = (bars[at]?.values ?? []).map((value, place) => ({
    name: parts.length > 1 ? (parts[place]?.label ?? "") : names.now,
    text: format(value),
    colour: colourOf(place, parts.length),
  }));
  const last = past && { name: names.before, text: format(past.value), colour: "transparent" };
  return last ? [...lines, last] : lines;
}

function Axes({ bars, label, formatAxis, frame }: Props & { frame: Frame }) {
  const longest = Math.max(0, ...bars.map(({ at }) => textPx(label(at))));
  const width = frame.width - frame.left;
  const labelled = labelledPoints({ points: bars.length, width, label: labelRoom(longest) });
  return (
    <>
      {frame.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={frame.left}
            x2={frame.width}
            y1={frame.yOf(tick)}
            y2={frame.yOf(tick)}
          />
          <text x={frame.left - 8} y={frame.yOf(tick)} dy="0.35em" textAnchor="end">
            {formatAxis(tick)}
          </text>
        </g>
      ))}
      {labelled.map((place) => {
        const x = frame.left + (place + 0.5) * frame.share;
        const beyond = x + longest / 2 > frame.width;
        return (
          <text
            key={place}
            x={beyond ? frame.width : x}
            y={frame.bottom + 19}
            textAnchor={beyond ? "end" : "middle"}
          >
            {label(bars[place]?.at ?? "")}
          </text>
        );
      })}
    </>
  );
}

function BarAt(props: {
  frame: Frame;
  place: number;
  values: number[];
  before?: number;
  dim: boolean;
}) {
  const { frame, place, values, before } = props;
  const wide = Math.min(maxBarPx, frame.share * 0.72);
  const x = frame.left + (place + 0.5) * frame.share - wide / 2;
  return (
    <g opacity={props.dim ? 0.55 : 1}>
      {before !== undefined && before > 0 && (
        <rect
          className={classes.before}
          x={x - Math.min(3, frame.share * 0.1)}
          y={frame.yOf(before)}
          width={wide + 2 * Math.min(3, frame.share * 0.1)}
          height={Math.max(0, frame.bottom - frame.yOf(before))}
        />
      )}
      {values.map((value, part) => {
        const below = total(values.slice(0, part));
        const [base, y] = [frame.yOf(below), frame.yOf(below + value)];
        return (
          <rect
            key={part}
            x={x}
            y={y}
            width={wide}
            height={Math.max(value > 0 && values.length === 1 ? 1 : 0, base - y)}
            fill={colourOf(part, values.length)}
          />
        );
      })}
    </g>
  );
}

/** Explains the parts' colours, and that the outlines are the previous period. */
function Legend({ parts, before = [], names }: Props) {
  const named = parts.length > 1 ? parts : [{ id: "", label: names.now }];
  if (parts.length < 2 && before.length === 0) return null;
  return (
    <Group gap="md" mb="xs" className={classes.legend ?? ""}>
      {named.map(({ id, label }, place) => (
        <span key={id} className={classes.legendItem}>
          <span
            className={classes.swatch}
            style={{ background: colourOf(place, parts.length) }}
            aria-hidden
          />
          {label}
        </span>
      ))}
      {before.length > 0 && (
        <span className={classes.legendItem}>
          <span className={`${classes.swatch} ${classes.swatchBefore}`} aria-hidden />
          {names.before}
        </span>
      )}
    </Group>
  );
}
