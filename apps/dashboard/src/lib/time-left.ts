/** How long something still runs, and how that is written. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { formatMinutes } from "@turnpike/ui/lib/format.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Milliseconds until the end. The clock of this computer may differ from the API's, which answered
 * whole hours: within them this clock counts, beyond them it is wrong.
 */
export function remainingMs(
  row: { expiresAt: string; remainingHours: number },
  nowMs: number,
): number {
  const most = row.remainingHours * hourMs;
  const least = Math.max(0, most - hourMs);
  return Math.min(most, Math.max(least, Date.parse(row.expiresAt) - nowMs));
}

/** The time left in words: days and hours, on the last day hours and minutes; rounded up. */
export function formatTimeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / minuteMs));
  return formatMinutes(ms < dayMs ? minutes : Math.ceil(ms / hourMs) * 60);
}

/** `3:21`, `1:02:07`: minutes and seconds left, rounded up. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}
