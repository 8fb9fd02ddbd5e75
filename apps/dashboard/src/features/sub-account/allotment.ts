/** What a sub-account may be given, as the forms and bars of this screen show it. */
import { bytesPerGb, gbToBytes } from "@turnpike/rules/bytes.ts";

/** `part` of `whole` in percent, 0-100; 0 of nothing. */
export function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;
}

export type GbFault = "notNumber" | "insufficient" | "belowUsed";

/**
 * What is wrong with an allotment as typed, if anything (spec/traffic-plan#allotment). `restBytes`
 * lie unallotted in the account; `now` is what the sub-account has already.
 */
export function validateGb(
  typed: number | string,
  restBytes: number | undefined,
  now: { allocatedBytes: number; usedBytes: number } = { allocatedBytes: 0, usedBytes: 0 },
): GbFault | null {
  const gb = typeof typed === "number" ? typed : Number(typed.trim() === "" ? Number.NaN : typed);
  if (!Number.isFinite(gb) || gb < 0 || gb > 1_000_000) return "notNumber";
  const thousandths = gb * 1000;
  if (Math.abs(thousandths - Math.round(thousandths)) > 1e-6) return "notNumber";
  const bytes = gbToBytes(gb);
  if (bytes < now.usedBytes) return "belowUsed";
  if (restBytes !== undefined && bytes - now.allocatedBytes > restBytes) return "insufficient";
  return null;
}

/** Bytes as the GB that a form shows, cut to 3 decimals. */
export const bytesToGb = (bytes: number): number => Math.floor((bytes * 1000) / bytesPerGb) / 1000;

/** What is bought, not used and not allotted: what the main account or a CDKey may take. */
export function unallottedBytes(info: { balanceBytes: number; allocatedBytes: number }): number {
  return Math.max(0, info.balanceBytes - info.allocatedBytes);
}
