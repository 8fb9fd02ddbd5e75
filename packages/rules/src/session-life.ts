/** Lifetime of sessions (spec/sign-in#sessions). */

/** `loginMinutes` of a new account; 0 means that sessions never expire. */
export const defaultLoginMinutes = 1440;

/** Allowed minutes besides 0: 10 minutes to 30 days (spec/sign-in#sessions). */
export const loginMinutes = { least: 10, most: 43_200 } as const;

/** Returns whether a session is alive: `loginMinutes` count from its last call. Instants in ms. */
export function isSessionAlive(
  session: { lastSeenAt: number; loginMinutes: number },
  now: number,
): boolean {
  const endsAt = sessionEndsAt(session);
  return endsAt === null || now < endsAt;
}

/** Returns whether an account may choose this many minutes. */
export function isLoginMinutes(minutes: number): boolean {
  return minutes === 0 || (minutes >= loginMinutes.least && minutes <= loginMinutes.most);
}

/** Returns when a session expires if it is not used, in ms; null if it never does. */
export function sessionEndsAt(session: {
  lastSeenAt: number;
  loginMinutes: number;
}): number | null {
  return session.loginMinutes === 0 ? null : session.lastSeenAt + session.loginMinutes * 60_000;
}
