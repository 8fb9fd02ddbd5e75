/** Keeps counts behind signals current, by the hour, each final once (spec/operator#signals). */
import { signalHours } from "@turnpike/rules/abuse-signals.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import {
  countedHours,
  countHour,
  deleteActivity,
  markEmptyHours,
} from "../request-log/store/activity.ts";

const hourMs = 3_600_000;
/** An hour's counts are final this long after its end; lines that arrive later do not count. */
const settledMs = 900_000;
const keptMs = (signalHours.most + 8) * hourMs;
/** PostgreSQL error code for a statement timeout. */
const canceled = "57014";

export interface CountOptions {
  /** Counts back to the hour that contains this instant (milliseconds since 1970). */
  from: number;
  /** How old the counts of hours that are not final yet may be. */
  maxAgeMs: number;
  /** Fails after this time; hours counted by then are kept. */
  timeoutMs: number;
}

/**
 * Counts the hours since `from` that are missing or out of date, newest first. Returns the instant
 * up to which all of them are counted.
 * @throws ActRefused signalsTooSlow
 */
export async function countActivity(
  { db, world }: Pick<Services, "db" | "world">,
  { from, maxAgeMs, timeoutMs }: CountOptions,
): Promise<number> {
  const now = world.now();
  const first = Math.floor(from / hourMs) * hourMs;
  const known = new Map(
    (await countedHours(db, first)).map(({ hour, countedAt }) => [hour, countedAt]),
  );
  const end = performance.now() + timeoutMs;
  /** Runs a statement with the remaining time as its timeout. */
  const withTimeout = async <T>(count: (left: number) => Promise<T>): Promise<T> => {
    const left = Math.ceil(end - performance.now());
    if (left <= 0) throw tooSlow(timeoutMs);
    return count(left).catch((error: unknown) => {
      throw (error as { code?: string }).code === canceled ? tooSlow(timeoutMs, error) : error;
    });
  };
  const hours: number[] = [];
  for (let hour = Math.floor(now / hourMs) * hourMs; hour >= first; hour -= hourMs)
    hours.push(hour);
  const unknown = hours.filter((hour) => !known.has(hour));
  // After a quiet period, or when the lab's clock was moved, most hours have no rows.
  if (unknown.length > 1) {
    const empty = await withTimeout((left) =>
      markEmptyHours(db, { hours: unknown, now, timeoutMs: left }),
    );
    for (const hour of empty) known.set(hour, now);
  }
  let until = now;
  for (const hour of hours) {
    const settledAt = hour + hourMs + settledMs;
    const freshSince = Math.min(settledAt, now - maxAgeMs);
    const countedAt = known.get(hour);
    if (countedAt !== undefined && countedAt >= freshSince) {
      if (countedAt < settledAt) until = Math.min(until, countedAt);
      continue;
    }
    await withTimeout((left) => countHour(db, { hour, now, freshSince, timeoutMs: left }));
  }
  return until;
}

function tooSlow(timeoutMs: number, cause?: unknown): ActRefused {
  return new ActRefused(
    `that took longer than ${timeoutMs / 1_000} s: ask for fewer hours, or again in some minutes`,
    { reason: "signalsTooSlow", cause },
  );
}

const everySeconds = 300;

/** Counts in the background, so that callers rarely have to wait. */
export const countJob: Job = {
  name: "count-activity",
  everySeconds,
  run: async (services) => {
    const now = services.world.now();
    const from = now - signalHours.most * hourMs;
    await deleteActivity(services.db, now - keptMs);
    const options = { from, maxAgeMs: 60_000, timeoutMs: everySeconds * 1_000 };
    await countActivity(services, options);
  },
};
