/** Sessions that change their address on demand (spec/api#rotate). */

/** After how many seconds a session, or a port of an unlimited plan, may change it again. */
export const rotateEverySeconds = 10;

/** Whole seconds until the address may be changed again; 0: now. */
export function rotateAgainIn(rotatedAt: number | null, now: number): number {
  if (rotatedAt === null) return 0;
  const left = rotatedAt + rotateEverySeconds * 1_000 - now;
  return Math.min(rotateEverySeconds, Math.max(0, Math.ceil(left / 1_000)));
}
