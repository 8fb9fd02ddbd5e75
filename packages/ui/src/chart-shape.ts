/** The arithmetic of a chart: round ticks, smooth lines that never overshoot, labels that fit. */

export interface Dot {
  x: number;
  y: number;
}

const rounds = [1, 2, 2.5, 5, 10];
const STEPS = 4;

/**
 * Round values from 0 to the first at or above `most`, about four steps; `whole` where there is
 * nothing between one and two of what is counted.
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

/** About how wide a text is drawn in a chart: Chinese signs take the room of two letters. */
export function textPx(text: string): number {
  const signs = text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0;
  return signs * SIGN_PX + (text.length - signs) * LETTER_PX;
}

/**
 * From the middle of a label to the next one's, at least, in pixels; the last one may end at the
 * edge, up to half of itself nearer to the one before.
 */
export function labelRoom(longest: number): number {
  return Math.max(longest + 24, longest * 1.5 + 12);
}

/**
 * Which points get a label: the last one and as many before it, evenly, as fit into the width.
 * Lengths in pixels.
 */
export function labelledPoints(asked: { points: number; width: number; label: number }): number[] {
  const { points, width, label } = asked;
  if (points === 0) return [];
  const fitting = Math.max(1, Math.floor(width / label));
  const every = Math.max(1, Math.ceil(points / fitting));
  const chosen: number[] = [];
  for (let at = points - 1; at >= 0; at -= every) chosen.unshift(at);
  return chosen;
}

/** A straight path through up to two dots, else a monotone cubic one (Fritsch and Carlson, 1980). */
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

/** The slope at each dot: 0 at a turn, so that the line stays between its dots. */
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
