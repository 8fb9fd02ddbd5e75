/**
 * The exit of an unlimited plan's port over time: turns of equal length, each with another exit.
 * Pure, so that a restarted gateway finds the current exit again.
 */

/** Instants are milliseconds since 1970 by the product's clock. */
export interface Rotation {
  minutes: number;
  /** Time of the order or the last change (spec/unlimited#rotation), where counting starts. */
  from: number;
  /** The number of the turn that began then. */
  turn: number;
}

const minuteMs = 60_000;

/** Returns the number of the turn at `now`; the first turn before `from`. */
export function turnAt({ minutes, from, turn }: Rotation, now: number): number {
  return turn + Math.max(0, Math.floor((now - from) / (minutes * minuteMs)));
}

/** Returns when the next turn begins. */
export function nextTurnAt(rotation: Rotation, now: number): number {
  const { minutes, from, turn } = rotation;
  return from + (turnAt(rotation, now) - turn + 1) * minutes * minuteMs;
}

/** Changes the minutes per turn from `now` on: the exit stays and its time starts over. */
export function changedRotation(rotation: Rotation, minutes: number, now: number): Rotation {
  return { minutes, from: now, turn: turnAt(rotation, now) };
}

/** Switches to the next exit immediately. */
export function rotatedNow(rotation: Rotation, now: number): Rotation {
  return { minutes: rotation.minutes, from: now, turn: turnAt(rotation, now) + 1 };
}

/**
 * Returns the index of a turn's exit among `count` exits in a fixed order. `seed` is the port's own
 * number, so that ports differ. Consecutive turns never have the same exit, and none repeats before
 * all had their turn. Undefined if there are no exits.
 */
export function exitOfTurn(seed: number, turn: number, count: number): number | undefined {
  if (count <= 0) return undefined;
  const step = coprimeStep(seed, count);
  return (((seed >>> 0) % count) + (((turn % count) + count) % count) * step) % count;
}

/** Returns a step that visits all indexes: it is coprime to their count. */
function coprimeStep(seed: number, count: number): number {
  if (count <= 2) return 1;
  let step = 1 + ((seed >>> 7) % (count - 1));
  while (commonDivisor(step, count) !== 1) step = step === count - 1 ? 1 : step + 1;
  return step;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
