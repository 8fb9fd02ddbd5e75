/**
 * Counts tries per key, in the database: every process sees the same count. The instants of the
 * tries are kept, so that there are never more of them than allowed in any span of that length.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { deleteTry, insertTry, triesOf } from "./store/throttle.ts";

export interface RateLimit {
  /** Says what is counted and for whom. */
  key: string;
  /** So many within any `windowSeconds`; their instants are kept, so at most a few hundred. */
  tries: number;
  windowSeconds: number;
  /** Who is refused is told that a mailed code lets them in. */
  mailCode?: true;
}

/** Refuses with `tooManyTries` while one of the limits is reached. */
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

/** Counts one more; refuses with `tooManyTries`, and counts nothing, where a limit is reached. */
export async function countTry(services: Services, limits: RateLimit[]): Promise<void> {
  // Read before anything is written: tries beyond a limit would queue for the row that counts them,
  // each with a connection to the database that others wait for.
  await refuseWhenReached(services, limits);
  const taken: RateLimit[] = [];
  for (const limit of limits) {
    if (await insertTry(services.db, limit, services.world.now())) {
      taken.push(limit);
      continue;
    }
    for (const one of taken) await giveBackTry(services, one);
    await refuseWhenReached(services, [limit]);
    // Room was made in between: whoever asks again gets it.
    throw refusalOf(limit, 1);
  }
}

/** Takes a counted try back: what was tried was right. */
export function giveBackTry({ db }: Services, { key }: RateLimit): Promise<void> {
  return deleteTry(db, key);
}

function refuse(limit: RateLimit, counted: Date[], now: number): never {
  // So many have to pass out of the window before there is room.
  const first = counted.toSorted((a, b) => a.getTime() - b.getTime())[counted.length - limit.tries];
  const free = (first?.getTime() ?? now) + limit.windowSeconds * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((free - now) / 1_000));
  throw refusalOf(limit, retryAfterSeconds);
}

function refusalOf({ mailCode }: RateLimit, retryAfterSeconds: number): Refusal {
  return new Refusal("tooManyTries", { retryAfterSeconds, ...(mailCode ? { mailCode } : {}) });
}
