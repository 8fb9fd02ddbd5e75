/** The table of changes that gateways have to receive. */
import type { FactKind } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** A row that gateways keep a copy of, by its kind and id. */
export interface ResourceRef {
  kind: FactKind;
  id: string;
}

export interface ChangeRow {
  id: number;
  kind: FactKind;
  row_id: string;
}

export async function insertChanges(tx: Tx, refs: ResourceRef[]): Promise<void> {
  const kinds = refs.map((each) => each.kind);
  const ids = refs.map((each) => each.id);
  await sql`
    insert into gateway_news (kind, row_id)
    select * from unnest(${kinds}::text[], ${ids}::uuid[])`.execute(tx);
}

/** Committed changes above an id, lowest first. */
export async function changesAfter(db: Db, id: number, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select id, kind, row_id from gateway_news
    where id > ${id} order by id limit ${limit}`.execute(db);
  return rows;
}

/** The highest change id that any transaction has taken, committed or not; 0 before the first. */
export async function lastChangeId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select case when is_called then last_value else 0 end as id
    from gateway_news_id_seq`.execute(db);
  return Number(rows[0]?.id ?? 0);
}

/** Ids of all changes that have not been deleted. */
export async function keptChangeIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from gateway_news`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns all committed changes above an id. Returns null if some of them may have been deleted, if
 * the database is another one or an older copy, or if there are more than `most`.
 */
export async function changesSince(db: Db, id: number, most: number): Promise<ChangeRow[] | null> {
  const { rows: kept } = await sql<{ kept: boolean }>`
    select exists (select 1 from gateway_news where id <= ${id}) as kept`.execute(db);
  const last = await lastChangeId(db);
  if (id > last || (kept[0]?.kept !== true && id < last)) return null;
  const rows = await changesAfter(db, id, most + 1);
  return rows.length > most ? null : rows;
}

/** Deletes changes that are too old for a gateway to resume from, by the database's own clock. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`
    delete from gateway_news
    where told_at < clock_timestamp() - interval '60 minutes'`.execute(db);
}
