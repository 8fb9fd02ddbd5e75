/**
 * Counts tries per key, in the database: every process sees the same count. The instants of the
 * tries are kept, so that there are never more of them than allowed in any span of that length.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";

export interface Limit {
  /** Says what is counted and for whom. */
  key: string;
  /** So many within any `windowSeconds`; their instants are kept, so at most a few hundred. */
  tries: number;
  windowSeconds: number;
  /** Who is refused is told that a mailed code lets them in. */
  mailCode?: true;
}

/** Refuses with `tooManyTries` while one of the limits is reached. */
export async function refuseWhenReached(services: Services, limits: Limit[]): Promise<void> {
  if (limits.length === 0) return;
  const now = services.world.now();
  const rows = await services.db
    .selectFrom("throttle")
    .select(["key", "tries"])
    .where(
      "key",
      "in",
      limits.map(({ key }) => key),
    )
    .execute();
  for (const limit of limits) {
    const tries = rows.find(({ key }) => key === limit.key)?.tries ?? [];
    const counted = tries.filter((at) => at.getTime() > now - limit.windowSeconds * 1_000);
    if (counted.length >= limit.tries) refuse(limit, counted, now);
  }
}

/** Counts one more; refuses with `tooManyTries`, and counts nothing, where a limit is reached. */
export async function countTry(services: Services, limits: Limit[]): Promise<void> {
  // Read before anything is written: tries beyond a limit would queue for the row that counts them,
  // each with a connection to the database that others wait for.
  await refuseWhenReached(services, limits);
  const taken: Limit[] = [];
  for (const limit of limits) {
    if (await take(services.db, limit, services.world.now())) {
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
export async function giveBackTry({ db }: Services, { key }: Limit): Promise<void> {
  await sql`
    update throttle set tries = trim_array(tries, 1)
    where key = ${key} and cardinality(tries) > 0`.execute(db);
}

/** One statement, so that of many tries at once no more than allowed are counted. */
async function take(db: Db, { key, tries, windowSeconds }: Limit, now: number): Promise<boolean> {
  const at = new Date(now);
  const from = new Date(now - windowSeconds * 1_000);
  const ends = new Date(now + windowSeconds * 1_000);
  const within = sql`array(
    select t from unnest(throttle.tries) with ordinality as u(t, n) where t > ${from} order by n)`;
  const done = await sql`
    insert into throttle (key, tries, ends_at)
    values (${key}, array[${at}]::timestamptz[], ${ends})
    on conflict (key) do update set tries = ${within} || excluded.tries, ends_at = excluded.ends_at
    where cardinality(${within}) < ${tries}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

function refuse(limit: Limit, counted: Date[], now: number): never {
  // So many have to pass out of the window before there is room.
  const first = counted.toSorted((a, b) => a.getTime() - b.getTime())[counted.length - limit.tries];
  const free = (first?.getTime() ?? now) + limit.windowSeconds * 1_000;
  const retryAfterSeconds = Math.max(1, Math.ceil((free - now) / 1_000));
  throw refusalOf(limit, retryAfterSeconds);
}

function refusalOf({ mailCode }: Limit, retryAfterSeconds: number): Refusal {
  return new Refusal("tooManyTries", { retryAfterSeconds, ...(mailCode ? { mailCode } : {}) });
}

/** Forgets windows that have ended. */
export async function forgetEndedWindows(db: Db, now: number): Promise<void> {
  await db.deleteFrom("throttle").where("ends_at", "<=", new Date(now)).execute();
}
