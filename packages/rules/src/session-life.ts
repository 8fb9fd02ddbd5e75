/** How long a session lives (contract §3, §16). */

/** `loginMinutes` of a new account; 0 means always online. */
export const defaultLoginMinutes = 1440;

/** True while a session lives: `loginMinutes` count from its last call. Instants in ms. */
export function sessionLives(
  session: { lastSeenAt: number; loginMinutes: number },
  now: number,
): boolean {
  if (session.loginMinutes === 0) return true;
  return now < session.lastSeenAt + session.loginMinutes * 60_000;
}
