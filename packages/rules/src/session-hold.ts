/** Which exit a session id holds, and for how long (spec/gateway#sessions). */

/** The same sid with another duration is honoured once this has passed since its last change. */
export const changeAfterMinutes = 3;
const minuteMs = 60_000;
export const changeAfterMs = changeAfterMinutes * minuteMs;

/** Holds of one sub-account at most: one more ends the oldest (spec/limits#caps). */
export const mostHolds = 1_000;

/** A hold as it stands. Instants are milliseconds since 1970. */
export interface Hold {
  exitId: string;
  minutes: number;
  /** The exit's first connection plus `minutes`; it does not slide. */
  until: number;
  /** When the duration was last set. */
  changedAt: number;
}

/**
 * Decides the hold that stands after a connection with this sid. An expired hold is told too, as
 * long as it is kept: its duration stands until 3 minutes after its last change.
 */
export function decideHold(asked: {
  held: Hold | null;
  now: number;
  minutes: number;
  proposedExitId: string;
  deadExitId: string | null;
}): Hold {
  const { held, now, proposedExitId } = asked;
  if (held === null) {
    const until = now + asked.minutes * minuteMs;
    return { exitId: proposedExitId, minutes: asked.minutes, until, changedAt: now };
  }
  const changes = asked.minutes !== held.minutes && now - held.changedAt >= changeAfterMs;
  const minutes = changes ? asked.minutes : held.minutes;
  const changedAt = changes ? now : held.changedAt;
  const until = held.until + (minutes - held.minutes) * minuteMs;
  // What has ended is not brought back by a longer duration.
  const stands = now < held.until && now < until && held.exitId !== asked.deadExitId;
  if (stands) return { exitId: held.exitId, minutes, until, changedAt };
  return { exitId: proposedExitId, minutes, until: now + minutes * minuteMs, changedAt };
}

/** From when on an expired hold may be forgotten: it says nothing about a new one any more. */
export function forgetHoldAt(hold: Hold): number {
  return Math.max(hold.until, hold.changedAt + changeAfterMs);
}
