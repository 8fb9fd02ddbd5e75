import { Refusal } from "@turnpike/contract/refusals.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";

/** The span of UTC days from `from` up to and including `to`. */
export function spanOfDays({ from, to }: { from?: string | undefined; to?: string | undefined }): {
  from?: Date;
  before?: Date;
} {
  return {
    ...(from === undefined ? {} : { from: new Date(`${from}T00:00:00Z`) }),
    ...(to === undefined ? {} : { before: new Date(Date.parse(`${to}T00:00:00Z`) + dayMs) }),
  };
}

/** The longest span, a little more than a year of days. */
const MAX_DAYS = 400;

/** A span of days with both ends. @throws Refusal badField if it is empty or too long */
export function yearOfDays(given: { from: string; to: string }): { from: Date; to: Date } {
  const { from, before } = spanOfDays(given);
  if (!from || !before || before <= from) throw new Refusal("badField", { field: "to" });
  const days = (before.getTime() - from.getTime()) / dayMs;
  if (days > MAX_DAYS) throw new Refusal("badField", { field: "from" });
  return { from, to: before };
}

/** Whether a text is a UTC day, such as `2026-03-01`. */
export function isDay(text: unknown): text is string {
  const day = typeof text === "string" ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}
