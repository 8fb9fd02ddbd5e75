/** The table of promotions. */
import { sql } from "kysely";
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

const columns = sql.raw(
  `id, coalesce(title, key, '') as name, from_cents as "fromCents", percent,
   starts_at as "startsAt", ends_at as "endsAt", enabled`,
);

const LIST_LIMIT = 1_000;
/** The most that count at a time. */
export const maxRunning = 50;

/** How many run or will run, others than this one. */
export async function countAhead(db: Db, now: Date, except: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from promotion
    where enabled and ends_at > ${now} and id <> ${except}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Enabled promotions active at this instant, ordered by tier. */
export async function findRunning(
  db: Db,
  at: Date,
): Promise<(StoredPromotion & { key: string | null; title: string | null })[]> {
  const { rows } = await sql<StoredPromotion & { key: string | null; title: string | null }>`
    select ${columns}, key, title from promotion
    where enabled and starts_at <= ${at} and ends_at > ${at}
    order by from_cents limit ${maxRunning}`.execute(db);
  return rows;
}

/** All promotions, latest start first, tiers in order. */
export async function listPromotions(db: Db): Promise<StoredPromotion[]> {
  const { rows } = await sql<StoredPromotion>`
    select ${columns} from promotion
    order by starts_at desc, from_cents limit ${LIST_LIMIT}`.execute(db);
  return rows;
}

/** Adds an enabled promotion. */
export async function addPromotion(
  db: Db,
  change: Omit<StoredPromotion, "name" | "enabled"> & { title: string },
): Promise<StoredPromotion> {
  const { rows } = await sql<StoredPromotion>`
    insert into promotion (id, title, from_cents, percent, starts_at, ends_at, enabled)
    values (${change.id}, ${change.title}, ${change.fromCents}, ${change.percent},
      ${change.startsAt}, ${change.endsAt}, true)
    returning ${columns}`.execute(db);
  return rows[0] as StoredPromotion;
}

/** Enables or disables the promotions with this id, key or title; also sets new dates if given. */
export async function updatePromotions(
  db: Db,
  change: { id?: string; name?: string; enabled: boolean; startsAt?: Date; endsAt?: Date },
): Promise<StoredPromotion[]> {
  const { id, name = "", enabled, startsAt = null, endsAt = null } = change;
  const { rows } = await sql<StoredPromotion>`
    update promotion set enabled = ${enabled},
      starts_at = coalesce(${startsAt}::timestamptz, starts_at),
      ends_at = coalesce(${endsAt}::timestamptz, ends_at)
    where ${id === undefined ? sql`key = ${name} or title = ${name}` : sql`id = ${id}`}
    returning ${columns}`.execute(db);
  return rows.toSorted((a, b) => a.fromCents - b.fromCents);
}
