/** Arithmetic of MovingChart: amounts stacked over a window of time. */

export interface MovingPoint {
  /** Milliseconds since 1970. */
  at: number;
  /** One amount per series, from the bottom layer up. */
  values: readonly number[];
}

/** Points further apart than this are not connected: nothing was measured in between. */
export const GAP_MS = 3_500;

/** Splits points into runs without gaps. */
export function runsOf(points: readonly MovingPoint[]): MovingPoint[][] {
  const runs: MovingPoint[][] = [];
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined || point.at - before.at > GAP_MS) runs.push([]);
    runs.at(-1)?.push(point);
  });
  return runs;
}

const sumTo = (values: readonly number[], count: number) =>
  values.slice(0, count).reduce((sum, value) => sum + value, 0);

/** Returns the largest sum of all layers at any point. */
export const highest = (points: readonly MovingPoint[]): number =>
  points.reduce((most, { values }) => Math.max(most, sumTo(values, values.length)), 0);

export interface Scale {
  xOf: (at: number) => number;
  yOf: (value: number) => number;
}

const round = (value: number) => Math.round(value * 10) / 10;
const path = (dots: readonly string[]) => (dots.length > 0 ? `M${dots.join("L")}` : "");

/** Returns the paths of a layer's upper edge and of its area, for one run. */
export function layerPaths(
  run: readonly MovingPoint[],
  layer: number,
  { xOf, yOf }: Scale,
): { edge: string; area: string } {
  const dot = (count: number) => (point: MovingPoint) =>
    `${round(xOf(point.at))},${round(yOf(sumTo(point.values, count)))}`;
  const upper = run.map(dot(layer + 1));
  const lower = run.map(dot(layer)).reverse();
  return { edge: path(upper), area: `${path([...upper, ...lower])}Z` };
}

/** Returns the point nearest to an instant; undefined if there are none. */
export function nearest(points: readonly MovingPoint[], at: number): MovingPoint | undefined {
  return points.reduce<MovingPoint | undefined>(
    (best, point) => (best && Math.abs(best.at - at) <= Math.abs(point.at - at) ? best : point),
    undefined,
  );
}
