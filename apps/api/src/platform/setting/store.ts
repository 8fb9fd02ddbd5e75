/** The table of settings. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export interface StoredSetting {
  name: string;
  value: unknown;
  version: number;
}

/** The version of every stored setting. */
export async function settingVersions(db: Db): Promise<Pick<StoredSetting, "name" | "version">[]> {
  const { rows } = await sql<Pick<StoredSetting, "name" | "version">>`
    select name, version from setting`.execute(db);
  return rows;
}

/** The stored settings of these names. */
export async function readSettings(db: Db | Tx, names: string[]): Promise<StoredSetting[]> {
  const { rows } = await sql<StoredSetting>`
    select name, value, version from setting where name = any(${names}::text[])`.execute(db);
  return rows;
}

/** Inserts or replaces a value, given as JSON. */
export async function upsertSetting(tx: Tx, name: string, json: string): Promise<void> {
  await sql`
    insert into setting (name, value) values (${name}, ${json}::jsonb)
    on conflict (name) do update
      set value = excluded.value, version = excluded.version, updated_at = excluded.updated_at`.execute(
    tx,
  );
}

export async function deleteSetting(tx: Tx, name: string): Promise<void> {
  await sql`delete from setting where name = ${name}`.execute(tx);
}

/** Changes of a setting that build on its value wait for each other, until the transaction ends. */
export async function lockSetting(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${name}`}, 0))`.execute(tx);
}
