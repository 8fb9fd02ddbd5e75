/**
 * Which exit a port of an unlimited plan leaves by: turns of equal length, each with another exit.
 * Pure, so that a gateway which starts anew finds the exit that stood before.
 */

/** Instants are milliseconds since 1970 by the product's clock. */
export interface Rotation {
  minutes: number;
  /** The order, or the last change (spec/unlimited#rotation): turns are counted from it. */
  from: number;
  /** The number of the turn that began then. */
  turn: number;
}

const minuteMs = 60_000;

/** The number of the turn that it is at `now`; before `from` it is the first. */
export function turnAt({ minutes, from, turn }: Rotation, now: number): number {
  return turn + Math.max(0, Math.floor((now - from) / (minutes * minuteMs)));
}

/** When the turn after the one at `now` begins. */
export function nextTurnAt(rotation: Rotation, now: number): number {
  const { minutes, from, turn } = rotation;
  return from + (turnAt(rotation, now) - turn + 1) * minutes * minuteMs;
}

/** The rotation from `now` on with other minutes: the exit stays, its time begins anew. */
export function changedRotation(rotation: Rotation, minutes: number, now: number): Rotation {
  return { minutes, from: now, turn: turnAt(rotation, now) };
}

/** The rotation from `now` on with another exit at once. */
export function rotatedNow(rotation: Rotation, now: number): Rotation {
  return { minutes: rotation.minutes, from: now, turn: turnAt(rotation, now) + 1 };
}

/**
 * The place, among `count` exits in a fixed order, of a turn's exit. `seed` is the port's own
 * number: ports go different ways. Of two turns that follow each other no exit is the same, and
 * none comes back before all had their turn. Undefined where there are none.
 */
export function exitOfTurn(seed: number, turn: number, count: number): number | undefined {
  if (count <= 0) return undefined;
  const step = coprimeStep(seed, count);
  return (((seed >>> 0) % count) + (((turn % count) + count) % count) * step) % count;
}

/** A step that leads through all places: it shares no divisor with their number. */
function coprimeStep(seed: number, count: number): number {
  if (count <= 2) return 1;
  let step = 1 + ((seed >>> 7) % (count - 1));
  while (divisor(step, count) !== 1) step = step === count - 1 ? 1 : step + 1;
  return step;
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
