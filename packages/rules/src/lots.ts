/** Traffic that expires, in lots: what ends first is used first (spec/money#expiry). */
import { dayMs } from "./statistics.ts";

/** Bytes that end at one instant; null: never. */
export interface LotPart {
  bytes: number;
  expiresAt: Date | null;
}

/** The end of what is bought at an instant for a number of days; null if it never ends. */
export const endOfLot = (at: number, validDays: number | null): Date | null =>
  validDays === null ? null : new Date(at + validDays * dayMs);

/**
 * The part of an amount that was taken from `parts`, in their order, beginning at `from`. What they
 * do not cover never ends.
 */
export function cutParts(
  parts: readonly LotPart[],
  { from, bytes }: { from: number; bytes: number },
): LotPart[] {
  const cut: LotPart[] = [];
  let [skip, left] = [from, bytes];
  for (const { bytes: has, expiresAt } of parts) {
    const taken = Math.min(left, Math.max(0, has - skip));
    skip = Math.max(0, skip - has);
    left -= taken;
    if (taken > 0) cut.push({ bytes: taken, expiresAt });
  }
  if (left > 0) cut.push({ bytes: left, expiresAt: null });
  return cut;
}

/** Adds up parts with the same end, in the order of their first. */
export function joinParts(parts: readonly LotPart[]): LotPart[] {
  const byEnd = Map.groupBy(parts, ({ expiresAt }) => expiresAt?.getTime() ?? null);
  return [...byEnd.values()].map((same) => ({
    bytes: same.reduce((sum, { bytes }) => sum + bytes, 0),
    expiresAt: same[0]?.expiresAt ?? null,
  }));
}

/** What a holder sees of lots, the first to end first: less what was carried and is not posted. */
export function lotsLeft(
  lots: readonly { bytes: number; at: Date }[],
  { pendingBytes, now }: { pendingBytes: number; now: number },
): { bytes: number; at: Date }[] {
  let pending = pendingBytes;
  return lots.flatMap(({ bytes, at }) => {
    const used = Math.min(pending, bytes);
    pending -= used;
    return bytes > used && at.getTime() > now ? [{ bytes: bytes - used, at }] : [];
  });
}

/** How many UTC days ahead a holder is told that a lot ends; the first first. */
export const lotWarningDays = [7, 1] as const;

/**
 * Which warning of a lot is due: it is on the UTC day that many days before the lot's last, unless
 * the lot was granted on that day or later. Null if none is, or if it was given.
 */
export function dueLotWarning(
  lot: { grantedAt: number; expiresAt: number; warnedDays: number | null },
  now: number,
): number | null {
  const dayOf = (at: number) => Math.floor(at / dayMs);
  if (lot.expiresAt <= now) return null;
  const last = dayOf(lot.expiresAt);
  const due = lotWarningDays.filter(
    (days) =>
      dayOf(now) >= last - days &&
      dayOf(lot.grantedAt) < last - days &&
      (lot.warnedDays ?? Number.POSITIVE_INFINITY) > days,
  );
  return due.at(-1) ?? null;
}
