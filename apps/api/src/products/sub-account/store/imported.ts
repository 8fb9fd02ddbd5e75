/** Sub-accounts that are imported from another program, many at a time (docs/moving-in.md). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { NewSubAccount } from "./sub-accounts.ts";

export type ImportedRow = NewSubAccount & { allotted_bytes: number };

/** Those of these names, in lower case, that some account has or had. */
export async function takenNames(db: Db | Tx, names: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(name collate "C") as name from sub_account
    where lower(name collate "C") = any(${names}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The pools that these accounts have a main sub-account of. */
export async function mainsOf(
  db: Db | Tx,
  accountIds: string[],
): Promise<{ accountId: string; pool: string }[]> {
  const { rows } = await sql<{ accountId: string; pool: string }>`
    select account_id as "accountId", pool from sub_account
    where main and account_id = any(${accountIds}::uuid[])`.execute(db);
  return rows;
}

/** Inserts sub-accounts, and returns those that could not be: the name or the main one is taken. */
export async function insertImportedRows(tx: Tx, given: ImportedRow[]): Promise<ImportedRow[]> {
  const { rows } = await sql<{ id: string }>`
    insert into sub_account (id, account_id, name, pool, sealed_password, verifier, main, remark,
      created_at, allotted_bytes)
    select id, account_id, name, pool, sealed_password, verifier, main, remark, created_at,
      allotted_bytes
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, account_id uuid,
      name text, pool text, sealed_password text, verifier text, main boolean, remark text,
      created_at timestamptz, allotted_bytes bigint)
    on conflict do nothing returning id`.execute(tx);
  const inserted = new Set(rows.map(({ id }) => id));
  return given.filter(({ id }) => !inserted.has(id));
}
