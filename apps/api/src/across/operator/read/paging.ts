/** Pages of possibly long lists, for the console and its exports. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface Page {
  /** Counts from 1. */
  page: number;
  limit: number;
}

export interface Paged<R> extends Page {
  items: R[];
  total: number;
}

/** Rows are counted up to this number only, as a list may have millions. */
const MAX_COUNTED = 10_000;

export interface PageQuery extends Page {
  columns: RawBuilder<unknown>;
  /** Tables and joins. */
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
}

/** Reads one page and the number of all rows (at most 10,000). */
export async function readPage<R>(
  db: Db,
  { columns, from, where, order, page, limit }: PageQuery,
): Promise<Paged<R>> {
  const all = where.length === 0 ? sql`true` : sql.join(where, sql` and `);
  const [rows, counted] = await Promise.all([
    sql<R>`select ${columns} from ${from} where ${all} order by ${order}
      limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total
      from (select from ${from} where ${all} limit ${MAX_COUNTED}) counted`.execute(db),
  ]);
  return { items: rows.rows, total: counted.rows[0]?.total ?? 0, page, limit };
}

/** Returns a page of rows that are all in memory. */
export function pageOf<R>(rows: R[], { page, limit }: Page): Paged<R> {
  const items = rows.slice((page - 1) * limit, page * limit);
  return { items, total: rows.length, page, limit };
}

/** A `like` pattern for texts that contain `text`. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The type of a value after conversion to JSON and back. */
export type Serialized<T> = T extends Date
  ? string
  : T extends (infer U)[]
    ? Serialized<U>[]
    : T extends object
      ? { [K in keyof T]: Serialized<T[K]> }
      : T;

/** Converts a value to plain JSON; dates become ISO strings. */
export function serialized<T>(value: T): Serialized<T> {
  return JSON.parse(JSON.stringify(value)) as Serialized<T>;
}

/** Columns of the holder, for `account` with the alias `a`; closed accounts have no e-mail. */
export const holderColumns = sql`a.id as "accountId",
  case when a.closed_at is null then a.email end as email`;
