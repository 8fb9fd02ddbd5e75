/** The table of changes that gateways have to receive. Only this file names it. */
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

/** Deletes changes that every hub has read long ago, by the database's own clock. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await sql`
    delete from gateway_news
    where told_at < clock_timestamp() - interval '10 minutes'`.execute(db);
}
