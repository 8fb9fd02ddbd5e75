/** Pages of lists that may be long, as the console and its exports read them. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface Page {
  /** From 1. */
  page: number;
  limit: number;
}

export interface Paged<R> extends Page {
  items: R[];
  total: number;
}

/** More rows than that are not counted: a list of millions says so many. */
const MOST_COUNTED = 10_000;

export interface PageQuery extends Page {
  columns: RawBuilder<unknown>;
  /** Tables and joins. */
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>[];
  order: RawBuilder<unknown>;
}

/** One page, and how many rows there are (10,000 at most). */
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
      from (select from ${from} where ${all} limit ${MOST_COUNTED}) counted`.execute(db),
  ]);
  return { items: rows.rows, total: counted.rows[0]?.total ?? 0, page, limit };
}

/** A page of rows that were all read. */
export function pageOf<R>(rows: R[], { page, limit }: Page): Paged<R> {
  const items = rows.slice((page - 1) * limit, page * limit);
  return { items, total: rows.length, page, limit };
}

/** A text as a pattern of `like` that contains it. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Rows as JSON has them. */
export type Written<T> = T extends Date
  ? string
  : T extends (infer U)[]
    ? Written<U>[]
    : T extends object
      ? { [K in keyof T]: Written<T[K]> }
      : T;

/** Instants become text. */
export function written<T>(value: T): Written<T> {
  return JSON.parse(JSON.stringify(value)) as Written<T>;
}

/** The holder's columns, of an `account` named `a`: no address of a closed account. */
export const holderColumns = sql`a.id as "accountId",
  case when a.closed_at is null then a.email end as email`;
