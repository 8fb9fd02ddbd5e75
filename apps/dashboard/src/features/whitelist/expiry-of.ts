/** How long an entry of the whitelist remains valid. */
export type Expiry = "never" | "past" | "soon" | "later";
const dayMs = 86_400_000;
const soonMs = 3 * dayMs;

/** How soon an entry expires, and in how many whole hours and days. */
export function expiryOf(
  expiresAt: string | null,
  now: number,
): { kind: Expiry; days: number; hours: number } {
  if (expiresAt === null) return { kind: "never", days: 0, hours: 0 };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { kind: "past", days: 0, hours: 0 };
  const hours = Math.max(1, Math.floor(left / 3_600_000));
  return { kind: left <= soonMs ? "soon" : "later", days: Math.floor(left / dayMs), hours };
}
