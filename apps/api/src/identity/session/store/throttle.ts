/** The table of rate limits: the instants of the tries counted for each key. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The instants of each key's tries; keys without tries are absent. */
export async function triesOf(db: Db, keys: string[]): Promise<Map<string, Date[]>> {
  // Many calls ask: with an array, PostgreSQL would plan the statement anew each time.
  const listed = sql.join(keys.map((each) => sql`${each}`));
  const { rows } = await sql<{ key: string; tries: Date[] }>`
    select key, tries from throttle where key in (${listed})`.execute(db);
  return new Map(rows.map(({ key, tries }) => [key, tries]));
}

/**
 * Counts a try; returns false if the limit is reached. A single statement, so that concurrent tries
 * cannot exceed the limit.
 */
export async function insertTry(
  db: Db,
  { key, tries, windowSeconds }: { key: string; tries: number; windowSeconds: number },
  now: number,
): Promise<boolean> {
  const at = new Date(now);
  const from = new Date(now - windowSeconds * 1_000);
  const ends = new Date(now + windowSeconds * 1_000);
  const triesInWindow = sql`array(
    select t from unnest(throttle.tries) with ordinality as u(t, n) where t > ${from} order by n)`;
  const done = await sql`
    insert into throttle (key, tries, ends_at)
    values (${key}, array[${at}]::timestamptz[], ${ends})
    on conflict (key) do update set tries = ${triesInWindow} || excluded.tries, ends_at = excluded.ends_at
    where cardinality(${triesInWindow}) < ${tries}`.execute(db);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** Counts a try whatever the count; the last `tries` of the window are kept. */
export async function recordTry(
  db: Db,
  { key, tries, windowSeconds }: { key: string; tries: number; windowSeconds: number },
  now: number,
): Promise<void> {
  const at = new Date(now);
  const from = new Date(now - windowSeconds * 1_000);
  const ends = new Date(now + windowSeconds * 1_000);
  await sql`
    insert into throttle (key, tries, ends_at)
    values (${key}, array[${at}]::timestamptz[], ${ends})
    on conflict (key) do update set ends_at = excluded.ends_at, tries = array(
      select t from (
        select t, n from unnest(throttle.tries || excluded.tries) with ordinality as u(t, n)
        where t > ${from} order by n desc limit ${tries}) as newest
      order by n)`.execute(db);
}

/** Removes the last counted try. */
export async function deleteTry(db: Db, key: string): Promise<void> {
  await sql`
    update throttle set tries = trim_array(tries, 1)
    where key = ${key} and cardinality(tries) > 0`.execute(db);
}

/** Deletes windows that are over. */
export async function deleteEndedWindows(db: Db, now: Date): Promise<void> {
  await sql`delete from throttle where ends_at <= ${now}`.execute(db);
}
