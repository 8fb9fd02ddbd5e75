/** Statements that nobody runs: the check of all statements has to find what is wrong with them. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

const opened = sql`closed_at is null`;

export const wrongStatements = {
  column: (db: Db) => sql<{ email: string }>`select emial as email from account`.execute(db),
  fragment: (db: Db, isPaid: boolean | null) =>
    sql`select id from account
      where ${isPaid === null ? opened : isPaid ? sql`paid_cents > 0` : opened}`.execute(db),
  type: (db: Db) =>
    sql<{ createdAt: string }>`select created_at as "createdAt" from account`.execute(db),
  missing: (db: Db) => sql<{ id: string; email: string }>`select id from account`.execute(db),
  unread: (db: Db) => sql<{ id: string }>`select id, email from account`.execute(db),
  null: (db: Db) =>
    sql<{ closedAt: Date }>`select closed_at as "closedAt" from account`.execute(db),
  outerJoin: (db: Db) =>
    sql<{ orderNo: string }>`select o.order_no as "orderNo" from payment p
      left join shop_order o on o.id = p.order_id where p.method = ${"card"}`.execute(db),
  value: (db: Db, id?: string) => sql`select id from account where id = ${id}`.execute(db),
  neverNull: (db: Db) => sql<{ email: string | null }>`select email from account`.execute(db),
};
