/** Keeps what signals count up to date: by the hour, each read once it is over (spec/operator#signals). */
import { signalHours } from "@turnpike/rules/abuse-signals.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import {
  countedHours,
  countHour,
  forgetActivity,
  markEmptyHours,
} from "../request-log/store/activity.ts";

const hourMs = 3_600_000;
/** What used an exit in an hour is known so long after its end; lines of a machine that was cut off are not. */
const settledMs = 900_000;
const keptMs = (signalHours.most + 8) * hourMs;
/** PostgreSQL's code of a statement that took too long. */
const canceled = "57014";

export interface CountOptions {
  /** Back to the hour of this instant, milliseconds since 1970. */
  from: number;
  /** The hours that are not over may have been counted so long ago. */
  maxAgeMs: number;
  /** Ends after this time; what was counted by then stays. */
  timeoutMs: number;
}

/**
 * Counts the hours since `from` that are not counted, or not up to date, the newest first. Returns
 * until when all of them are counted.
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
  /** Gives a statement the time that is left. */
  const inTime = async <T>(count: (left: number) => Promise<T>): Promise<T> => {
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
  // After a quiet time, or a move of the lab's clock, most hours have nothing to count.
  if (unknown.length > 1) {
    const empty = await inTime((left) =>
      markEmptyHours(db, { hours: unknown, now, timeoutMs: left }),
    );
    for (const hour of empty) known.set(hour, now);
  }
  let until = now;
  for (const hour of hours) {
    const settledAt = hour + hourMs + settledMs;
    const unless = Math.min(settledAt, now - maxAgeMs);
    const countedAt = known.get(hour);
    if (countedAt !== undefined && countedAt >= unless) {
      if (countedAt < settledAt) until = Math.min(until, countedAt);
      continue;
    }
    await inTime((left) => countHour(db, { hour, now, unless, timeoutMs: left }));
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

/** Counts in the background, so that whoever asks need not wait. */
export const countJob: Job = {
  name: "count-activity",
  everySeconds,
  run: async (services) => {
    const now = services.world.now();
    const from = now - signalHours.most * hourMs;
    await forgetActivity(services.db, now - keptMs);
    const options = { from, maxAgeMs: 60_000, timeoutMs: everySeconds * 1_000 };
    await countActivity(services, options);
  },
};
