/** Counts tries per key within a window, in the database: every process sees the same count. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { Services } from "../services.ts";

export interface Limit {
  /** Says what is counted and for whom. */
  key: string;
  tries: number;
  windowSeconds: number;
}

/** Refuses with `tooManyTries` while one of the limits is reached. */
export async function refuseWhenReached(services: Services, limits: Limit[]): Promise<void> {
  const rows = await services.db
    .selectFrom("throttle")
    .select(["key", "count", "ends_at"])
    .where(
      "key",
      "in",
      limits.map((limit) => limit.key),
    )
    .execute();
  const now = services.world.now();
  for (const row of rows) {
    const limit = limits.find((one) => one.key === row.key);
    if (!limit || row.ends_at.getTime() <= now || row.count < limit.tries) continue;
    refuse(row.ends_at, now);
  }
}

/** Counts one more; refuses with `tooManyTries` when that is above a limit. */
export async function countTry(services: Services, limits: Limit[]): Promise<void> {
  const now = services.world.now();
  for (const limit of limits) {
    const row = await count(services.db, limit, now);
    if (row.count > limit.tries) refuse(row.ends_at, now);
  }
}

function count(db: Db, { key, windowSeconds }: Limit, now: number) {
  const fresh = new Date(now + windowSeconds * 1000);
  const over = sql<boolean>`throttle.ends_at <= ${new Date(now)}`;
  return db
    .insertInto("throttle")
    .values({ key, count: 1, ends_at: fresh })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${over} then 1 else throttle.count + 1 end`,
        ends_at: sql`case when ${over} then ${fresh}::timestamptz else throttle.ends_at end`,
      }),
    )
    .returning(["count", "ends_at"])
    .executeTakeFirstOrThrow();
}

function refuse(endsAt: Date, now: number): never {
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt.getTime() - now) / 1000));
  throw new Refusal("tooManyTries", { retryAfterSeconds });
}

/** Forgets windows that have ended. */
export async function forgetEndedWindows(db: Db, now: number): Promise<void> {
  await db.deleteFrom("throttle").where("ends_at", "<=", new Date(now)).execute();
}
