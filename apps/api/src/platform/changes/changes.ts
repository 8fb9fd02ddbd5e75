/**
 * Telling gateways: written with the change itself, sent by the hub once that is committed. The
 * only file that names the table of news.
 */
import type { FactKind } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";
import type { Services } from "../services.ts";

/** The channels that the hub listens on. */
export const newsChannel = "gateway_news";
export const clockChannel = "gateway_clock";

export interface Changed {
  kind: FactKind;
  id: string;
}

/**
 * Names rows that were made, changed or removed in this transaction. The hub reads what they are
 * after its commit, so that order and repeats do not matter. Gateways know within 200 ms.
 */
export async function tellGateways(tx: Tx, changed: Changed[]): Promise<void> {
  if (changed.length === 0) return;
  const kinds = changed.map((each) => each.kind);
  const ids = changed.map((each) => each.id);
  await sql`
    insert into gateway_news (kind, row_id)
    select * from unnest(${kinds}::text[], ${ids}::uuid[])`.execute(tx);
  await sql`select pg_notify(${newsChannel}, '')`.execute(tx);
}

/** Makes every hub tell its gateways the product's clock, after the lab has moved it. */
export async function tellClock(services: Services): Promise<void> {
  await sql`select pg_notify(${clockChannel}, '')`.execute(services.db);
}

export interface NewsRow {
  id: number;
  kind: FactKind;
  row_id: string;
}

/** Committed news above an id, lowest first. */
export async function newsAfter(db: Db, id: number, limit: number): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select id, kind, row_id from gateway_news
    where id > ${id} order by id limit ${limit}`.execute(db);
  return rows;
}

/** Forgets what every hub has read long ago, by the database's own clock. */
export async function forgetOldNews(db: Db): Promise<void> {
  await sql`
    delete from gateway_news
    where told_at < clock_timestamp() - interval '10 minutes'`.execute(db);
}
