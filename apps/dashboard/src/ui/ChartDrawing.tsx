/** The drawing behind Chart: recharts in the theme's palette. Only Chart imports it, lazily. */
import { Paper, Text } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useId } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { ChartProps } from "./Chart.tsx";

const colour = (index: number) => `var(--pike-chart-${(index % 4) + 1})`;
const TICK = { fill: "var(--mantine-color-dimmed)", fontSize: 12 };

export default function ChartDrawing(props: ChartProps) {
  const still = useReducedMotion();
  const id = useId().replaceAll(":", "");
  const Frame = props.kind === "area" ? AreaChart : BarChart;
  return (
    <ResponsiveContainer width="100%" height={props.heightPx ?? 260}>
      <Frame
        data={[...props.points]}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--pike-line)" />
        <XAxis
          dataKey="label"
          tick={TICK}
          tickLine={false}
          axisLine={false}
          minTickGap={28}
          dy={4}
        />
        <YAxis
          width="auto"
          tick={TICK}
          tickLine={false}
          axisLine={false}
          tickCount={5}
          tickFormatter={props.formatValue}
        />
        <Tooltip
          isAnimationActive={!still}
          cursor={{ fill: "var(--pike-accent-soft)", stroke: "var(--pike-line)" }}
          content={({ active, label }) =>
            active ? <Point {...props} label={String(label)} /> : null
          }
        />
        {props.series.map((series, index) =>
          props.kind === "area" ? (
            <Area
              key={series.key}
              dataKey={series.key}
              type="monotone"
              stroke={colour(index)}
              strokeWidth={2}
              fill={`url(#${id}-${index})`}
              isAnimationActive={!still}
              animationDuration={250}
            />
          ) : (
            <Bar
              key={series.key}
              dataKey={series.key}
              fill={colour(index)}
              radius={[3, 3, 0, 0]}
              maxBarSize={36}
              isAnimationActive={!still}
              animationDuration={250}
            />
          ),
        )}
        <defs>
          {props.series.map((series, index) => (
            <linearGradient key={series.key} id={`${id}-${index}`} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0%" stopColor={colour(index)} stopOpacity={0.28} />
              <stop offset="100%" stopColor={colour(index)} stopOpacity={0.02} />
            </linearGradient>
          ))}
        </defs>
      </Frame>
    </ResponsiveContainer>
  );
}

function Point(props: ChartProps & { label: string }) {
  const point = props.points.find((candidate) => candidate.label === props.label);
  if (!point) return null;
  return (
    <Paper withBorder shadow="sm" px="sm" py={8} radius="md">
      <Text fz="xs" c="dimmed">
        {props.label}
      </Text>
      {props.series.map((series, index) => (
        <Text key={series.key} fz="sm" fw={600} className="numeric">
          <span aria-hidden style={{ color: colour(index) }}>
            ●{" "}
          </span>
          {props.series.length > 1 && `${series.name}: `}
          {props.formatValue(Number(point[series.key] ?? 0))}
        </Text>
      ))}
    </Paper>
  );
}
