/** How long a session lives (spec/sign-in#sessions). */

/** `loginMinutes` of a new account; 0 means always online. */
export const defaultLoginMinutes = 1440;

/** Minutes that may be chosen beside 0: 10 minutes to 30 days (spec/sign-in#sessions). */
export const loginMinutes = { least: 10, most: 43_200 } as const;

/** True while a session lives: `loginMinutes` count from its last call. Instants in ms. */
export function sessionLives(
  session: { lastSeenAt: number; loginMinutes: number },
  now: number,
): boolean {
  const endsAt = sessionEndsAt(session);
  return endsAt === null || now < endsAt;
}

/** Whether an account may choose so many minutes. */
export function isLoginMinutes(minutes: number): boolean {
  return minutes === 0 || (minutes >= loginMinutes.least && minutes <= loginMinutes.most);
}

/** When it ends unless it is used, in ms; null where it is always online. */
export function sessionEndsAt(session: {
  lastSeenAt: number;
  loginMinutes: number;
}): number | null {
  return session.loginMinutes === 0 ? null : session.lastSeenAt + session.loginMinutes * 60_000;
}
