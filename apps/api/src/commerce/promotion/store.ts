/** The table of promotions. */
import type { Db } from "../../platform/db/database.ts";

export interface StoredPromotion {
  id: string;
  /** The key of a built-in title, or the operator's own title. */
  name: string;
  fromCents: number;
  percent: number;
  startsAt: Date;
  endsAt: Date;
  enabled: boolean;
}

function query(db: Db) {
  return db.selectFrom("promotion").selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toPromotion(row: Row): StoredPromotion {
  return {
    id: row.id,
    name: row.title ?? row.key ?? "",
    fromCents: row.from_cents,
    percent: row.percent,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    enabled: row.enabled,
  };
}

const LIST_LIMIT = 1_000;
/** The most that count at a time. */
export const maxRunning = 50;

/** How many run or will run, others than this one. */
export async function countAhead(db: Db, now: Date, except: string): Promise<number> {
  const row = await db
    .selectFrom("promotion")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("enabled", "=", true)
    .where("ends_at", ">", now)
    .where("id", "<>", except)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Enabled promotions active at this instant, ordered by tier. */
export async function findRunning(
  db: Db,
  at: Date,
): Promise<(Omit<StoredPromotion, "name"> & { key: string | null; title: string | null })[]> {
  const rows = await query(db)
    .where("enabled", "=", true)
    .where("starts_at", "<=", at)
    .where("ends_at", ">", at)
    .orderBy("from_cents")
    .limit(maxRunning)
    .execute();
  return rows.map((row) => ({ ...toPromotion(row), key: row.key, title: row.title }));
}

/** All promotions, latest start first, tiers in order. */
export async function listPromotions(db: Db): Promise<StoredPromotion[]> {
  const rows = await query(db)
    .orderBy("starts_at", "desc")
    .orderBy("from_cents")
    .limit(LIST_LIMIT)
    .execute();
  return rows.map(toPromotion);
}

/** Adds an enabled promotion. */
export async function addPromotion(
  db: Db,
  change: Omit<StoredPromotion, "name" | "enabled"> & { title: string },
): Promise<StoredPromotion> {
  const row = await db
    .insertInto("promotion")
    .values({
      id: change.id,
      title: change.title,
      from_cents: change.fromCents,
      percent: change.percent,
      starts_at: change.startsAt,
      ends_at: change.endsAt,
      enabled: true,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPromotion(row);
}

/** Enables or disables the promotions with this id, key or title; also sets new dates if given. */
export async function updatePromotions(
  db: Db,
  change: { id?: string; name?: string; enabled: boolean; startsAt?: Date; endsAt?: Date },
): Promise<StoredPromotion[]> {
  const { id, name = "", enabled, startsAt, endsAt } = change;
  const rows = await db
    .updateTable("promotion")
    .set({
      enabled,
      ...(startsAt ? { starts_at: startsAt } : {}),
      ...(endsAt ? { ends_at: endsAt } : {}),
    })
    .where((where) =>
      id === undefined
        ? where.or([where("key", "=", name), where("title", "=", name)])
        : where("id", "=", id),
    )
    .returningAll()
    .execute();
  return rows.map(toPromotion).toSorted((a, b) => a.fromCents - b.fromCents);
}
