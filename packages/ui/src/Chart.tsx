/** A value over time. The drawing code loads only when a chart is shown. */
import { Box, Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { lazyComponent } from "./lib/lazy-component.ts";

export interface ChartSeries {
  /** The field of a point that contains the value. */
  key: string;
  name: string;
}
export type ChartPoint = { label: string } & Record<string, string | number>;

export interface ChartProps {
  kind: "area" | "bars";
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  formatValue: (value: number) => string;
  /** One sentence that describes the chart; screen readers read it in place of the picture. */
  summary: string;
  heightPx?: number;
  /** Values are counts: the axis has only integers. */
  whole?: boolean;
}

const Drawing = lazyComponent(async () => (await import("./ChartDrawing.tsx")).default);

export function Chart(props: ChartProps) {
  const height = props.heightPx ?? 260;
  return (
    <Box component="figure" m={0} pos="relative">
      <Box aria-hidden h={height}>
        <Suspense fallback={<Skeleton h={height} />}>
          <Drawing {...props} heightPx={height} />
        </Suspense>
      </Box>
      <figcaption className="visually-hidden">{props.summary}</figcaption>
      {/* A table does not shrink to 1 px, but its box does. */}
      <div className="visually-hidden">
        <table>
          <thead>
            <tr>
              <td />
              {props.series.map((series) => (
                <th key={series.key} scope="col">
                  {series.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.points.map((point, place) => (
              // Labels need not be unique, for example the same month of two years.
              <tr key={place}>
                <th scope="row">{point.label}</th>
                {props.series.map((series) => (
                  <td key={series.key}>{props.formatValue(Number(point[series.key] ?? 0))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Box>
  );
}
