/** Remaining times, and their formatting. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { formatMinutes } from "@turnpike/ui/lib/format.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Milliseconds until the expiry. This computer's clock may differ from the API's, which returned
 * whole hours: within those this clock is used, otherwise it must be wrong.
 */
export function remainingMs(
  row: { expiresAt: string; remainingHours: number },
  nowMs: number,
): number {
  const most = row.remainingHours * hourMs;
  const least = Math.max(0, most - hourMs);
  return Math.min(most, Math.max(least, Date.parse(row.expiresAt) - nowMs));
}

/** The remaining time: days and hours, on the last day hours and minutes; rounded up. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs));
  return formatMinutes(ms < dayMs ? minutes : Math.ceil(ms / hourMs) * 60);
}

/** `3:21`, `1:02:07`: the remaining time with seconds, rounded up. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
