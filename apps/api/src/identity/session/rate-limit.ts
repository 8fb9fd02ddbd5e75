/**
 * Rate limits: counts tries per key in the database, so that every process sees the same count. The
 * instants of the tries are kept, so that no span of the window's length has more than allowed.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { deleteTry, insertTry, triesOf } from "./store/throttle.ts";

export interface RateLimit {
  /** Names what is counted and for whom. */
  key: string;
  /** Allowed tries within any `windowSeconds`: a few hundred at most, as each instant is kept. */
  tries: number;
  windowSeconds: number;
  /** The refusal says that a mailed code lets the holder in. */
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
 * @throws Refusal tooManyTries if a limit is reached; nothing is counted then
 */
export async function countTry(services: Services, limits: RateLimit[]): Promise<void> {
  // Reads before it writes: tries beyond a limit would wait for the lock of the counting row, each
  // with a database connection that others need.
  await refuseWhenReached(services, limits);
  const taken: RateLimit[] = [];
  for (const limit of limits) {
    if (await insertTry(services.db, limit, services.world.now())) {
      taken.push(limit);
      continue;
    }
    for (const one of taken) await giveBackTry(services, one);
    await refuseWhenReached(services, [limit]);
    // A try has left the window in between, so that a retry passes.
    throw refusalOf(limit, 1);
  }
}

/** Takes a counted try back, after a success. */
export function giveBackTry({ db }: Services, { key }: RateLimit): Promise<void> {
  return deleteTry(db, key);
}

function refuse(limit: RateLimit, counted: Date[], now: number): never {
  // The try that has to leave the window before the next one is allowed.
  const first = counted.toSorted((a, b) => a.getTime() - b.getTime())[counted.length - limit.tries];
  const free = (first?.getTime() ?? now) + limit.windowSeconds * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((free - now) / 1_000));
  throw refusalOf(limit, retryAfterSeconds);
}

function refusalOf({ mailCode }: RateLimit, retryAfterSeconds: number): Refusal {
  return new Refusal("tooManyTries", { retryAfterSeconds, ...(mailCode ? { mailCode } : {}) });
}
