/**
 * Rate limits: counts tries per key in the database, so that all processes share the count. Stores
 * the instant of each try, so that no window of that length has more than allowed.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { deleteTry, insertTry, recordTry, triesOf } from "./store/throttle.ts";

export interface RateLimit {
  /** What is counted, and for whom. */
  key: string;
  /** Tries allowed within any `windowSeconds`; a few hundred at most, as each instant is stored. */
  tries: number;
  windowSeconds: number;
  /** Whether the refusal says that a mailed code lets the holder in. */
  mailCode?: true;
}

/** @throws Refusal tooManyTries while one of the limits is reached */
export async function refuseWhenReached(services: Services, limits: RateLimit[]): Promise<void> {
  if (limits.length === 0) return;
  const now = services.world.now();
  const triesByKey = await triesOf(
    services.db,
    limits.map(({ key }) => key),
  );
  for (const limit of limits) {
    const tries = triesByKey.get(limit.key) ?? [];
    const counted = tries.filter((at) => at.getTime() > now - limit.windowSeconds * 1_000);
    if (counted.length >= limit.tries) refuse(limit, counted, now);
  }
}

/**
 * Counts a try.
 * @throws Refusal tooManyTries if a limit is reached; then nothing is counted
 */
export async function countTry(services: Services, limits: RateLimit[]): Promise<void> {
  // Reads before writing: tries beyond a limit would otherwise wait for the counter row's lock,
  // each with a database connection that others need.
  await refuseWhenReached(services, limits);
  const taken: RateLimit[] = [];
  for (const limit of limits) {
    if (await insertTry(services.db, limit, services.world.now())) {
      taken.push(limit);
      continue;
    }
    for (const one of taken) await uncountTry(services, one);
    await refuseWhenReached(services, [limit]);
    // A try has left the window since, so that a retry would pass.
    throw refusalOf(limit, 1);
  }
}

/** Counts a try; returns false, and counts nothing, if the limit is reached. */
export async function isWithin({ db, world }: Services, limit: RateLimit): Promise<boolean> {
  const now = world.now();
  // Reads before writing, as `countTry` does.
  const tries = (await triesOf(db, [limit.key])).get(limit.key) ?? [];
  const counted = tries.filter((at) => at.getTime() > now - limit.windowSeconds * 1_000);
  return counted.length < limit.tries && insertTry(db, limit, now);
}

/** Counts a try beyond the limit, so that the limit's window begins anew. */
export function countBeyond({ db, world }: Services, limit: RateLimit): Promise<void> {
  return recordTry(db, limit, world.now());
}

/** Uncounts a try after a success. */
export function uncountTry({ db }: Services, { key }: RateLimit): Promise<void> {
  return deleteTry(db, key);
}

function refuse(limit: RateLimit, counted: Date[], now: number): never {
  // The try that must leave the window before another is allowed.
  const first = counted.toSorted((a, b) => a.getTime() - b.getTime())[counted.length - limit.tries];
  const freeAt = (first?.getTime() ?? now) + limit.windowSeconds * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now) / 1_000));
  throw refusalOf(limit, retryAfterSeconds);
}

function refusalOf({ mailCode }: RateLimit, retryAfterSeconds: number): Refusal {
  return new Refusal("tooManyTries", { retryAfterSeconds, ...(mailCode ? { mailCode } : {}) });
}
