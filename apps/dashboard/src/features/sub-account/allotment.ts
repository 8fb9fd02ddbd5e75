/** How much traffic can be allotted to a sub-account, for this screen's forms and bars. */
import { bytesPerGb, gbToBytes } from "@turnpike/rules/bytes.ts";

/** `part` of `whole` in percent, 0-100; 0 if `whole` is 0. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;
}

export type GbError = "notNumber" | "insufficient" | "belowUsed";

/**
 * What is wrong with a typed allotment; null if nothing is (spec/traffic-plan#allotment).
 * `restBytes` is the account's unallotted traffic; `now` is the sub-account's current allotment.
 */
export function validateGb(
  typed: number | string,
  restBytes: number | undefined,
  now: { allocatedBytes: number; usedBytes: number } = { allocatedBytes: 0, usedBytes: 0 },
): GbError | null {
  const gb = typeof typed === "number" ? typed : Number(typed.trim() === "" ? Number.NaN : typed);
  if (!Number.isFinite(gb) || gb < 0 || gb > 1_000_000) return "notNumber";
  const thousandths = gb * 1000;
  if (Math.abs(thousandths - Math.round(thousandths)) > 1e-6) return "notNumber";
  const bytes = gbToBytes(gb);
  if (bytes < now.usedBytes) return "belowUsed";
  if (restBytes !== undefined && bytes - now.allocatedBytes > restBytes) return "insufficient";
  return null;
}

/** Bytes as GB for a form, truncated to 3 decimals. */
export const bytesToGb = (bytes: number): number => Math.floor((bytes * 1000) / bytesPerGb) / 1000;

/** Traffic bought, unused and unallotted: available to the main account and CDKeys. */
export function unallottedBytes(info: { balanceBytes: number; allocatedBytes: number }): number {
  return Math.max(0, info.balanceBytes - info.allocatedBytes);
}
