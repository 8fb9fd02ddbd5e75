/** Sticky sessions: which exit a session id keeps, and how long (spec/gateway#sessions). */

/** A sid's duration can be changed once this has passed since its last change. */
export const changeAfterMinutes = 3;
const minuteMs = 60_000;
export const changeAfterMs = changeAfterMinutes * minuteMs;

/** Maximum sessions of one sub-account: a further one ends the oldest (spec/limits#caps). */
export const maxStickySessions = 1_000;

/** A session id and its exit. Instants are milliseconds since 1970. */
export interface StickySession {
  exitId: string;
  minutes: number;
  /** The exit's first connection plus `minutes`; later connections do not extend it. */
  until: number;
  /** When the duration was last set. */
  changedAt: number;
}

/**
 * Decides the session after a connection with this id. `current` may have expired: while it is
 * stored, its duration applies until 3 minutes after its last change.
 */
export function decideStickySession(request: {
  current: StickySession | null;
  now: number;
  minutes: number;
  proposedExitId: string;
  deadExitId: string | null;
}): StickySession {
  const { current, now, proposedExitId } = request;
  if (current === null) {
    const until = now + request.minutes * minuteMs;
    return { exitId: proposedExitId, minutes: request.minutes, until, changedAt: now };
  }
  const changes = request.minutes !== current.minutes && now - current.changedAt >= changeAfterMs;
  const minutes = changes ? request.minutes : current.minutes;
  const changedAt = changes ? now : current.changedAt;
  const until = current.until + (minutes - current.minutes) * minuteMs;
  // A longer duration does not revive a session that has ended.
  const continues = now < current.until && now < until && current.exitId !== request.deadExitId;
  if (continues) return { exitId: current.exitId, minutes, until, changedAt };
  return { exitId: proposedExitId, minutes, until: now + minutes * minuteMs, changedAt };
}

/** Returns when an expired session may be removed: it no longer affects a new one. */
export function removableAt(session: StickySession): number {
  return Math.max(session.until, session.changedAt + changeAfterMs);
}
