/** Arithmetic of charts: round ticks, smooth lines that never overshoot, labels that fit. */

export interface Dot {
  x: number;
  y: number;
}

const rounds = [1, 2, 2.5, 5, 10];
const STEPS = 4;

/**
 * Returns round values from 0 to the first at or above `most`, in about four steps; `whole` allows
 * only integers.
 */
export function ticksTo(most: number, { whole = false } = {}): number[] {
  if (!(most > 0)) return [0];
  const rough = most / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const fine = (rounds.find((round) => round * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const step = whole ? Math.ceil(fine) : fine;
  const steps = Math.ceil(most / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, at) => at * step);
}

const LETTER_PX = 6.6;
const SIGN_PX = 12;

/** Estimates the width of a text in a chart: Chinese characters are as wide as two letters. */
export function textPx(text: string): number {
  const signs = text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0;
  return signs * SIGN_PX + (text.length - signs) * LETTER_PX;
}

/**
 * Returns the minimum distance between the centres of neighbouring labels, in pixels. The last
 * label may end at the edge, up to half its width closer to the previous one.
 */
export function labelRoom(longest: number): number {
  return Math.max(longest + 24, longest * 1.5 + 12);
}

/**
 * Returns which points get a label: the last one, and evenly spaced earlier ones that fit into the
 * width. Lengths in pixels.
 */
export function labelledPoints(options: {
  points: number;
  width: number;
  label: number;
}): number[] {
  const { points, width, label } = options;
  if (points === 0) return [];
  const fitting = Math.max(1, Math.floor(width / label));
  const every = Math.max(1, Math.ceil(points / fitting));
  const indexes: number[] = [];
  for (let at = points - 1; at >= 0; at -= every) indexes.unshift(at);
  return indexes;
}

/** A straight path through up to two dots, else a monotone cubic (Fritsch and Carlson, 1980). */
export function smoothPath(dots: readonly Dot[]): string {
  const [first, ...others] = dots;
  if (!first) return "";
  const slopes = tangents(dots);
  let path = `M${round(first.x)},${round(first.y)}`;
  others.forEach((dot, index) => {
    const before = dots[index] ?? first;
    const third = (dot.x - before.x) / 3;
    const leave = before.y + third * (slopes[index] ?? 0);
    const arrive = dot.y - third * (slopes[index + 1] ?? 0);
    path += `C${round(before.x + third)},${round(leave)} ${round(dot.x - third)},${round(arrive)}`;
    path += ` ${round(dot.x)},${round(dot.y)}`;
  });
  return path;
}

/** Returns the slope at each dot: 0 at extremes, so that the line stays between its dots. */
function tangents(dots: readonly Dot[]): number[] {
  const chords = dots.slice(1).map((dot, index) => {
    const before = dots[index] ?? dot;
    return dot.x === before.x ? 0 : (dot.y - before.y) / (dot.x - before.x);
  });
  return dots.map((_, index) => {
    const left = chords[index - 1];
    const right = chords[index];
    if (left === undefined || right === undefined) return left ?? right ?? 0;
    return left * right <= 0 ? 0 : (2 * left * right) / (left + right);
  });
}

const round = (value: number) => Math.round(value * 100) / 100;
