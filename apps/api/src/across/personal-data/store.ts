/** The table of exports: one row for each account that made one, with the time of the last. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** When an account's data was exported the last time; null if never. */
export async function lastExport(db: Db, accountId: string): Promise<Date | null> {
  const { rows } = await sql<{ exported_at: Date }>`
    select exported_at from personal_data where account_id = ${accountId}`.execute(db);
  return rows[0]?.exported_at ?? null;
}

/** Counts an export, unless the last one was after `since`; false if it was. */
export async function countExport(
  db: Db,
  { accountId, now, since }: { accountId: string; now: Date; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into personal_data as p (account_id, exported_at) values (${accountId}, ${now})
    on conflict (account_id) do update set exported_at = excluded.exported_at
      where p.exported_at <= ${since}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes an export back that could not be made. */
export async function uncountExport(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await sql`delete from personal_data where account_id = ${accountId} and exported_at = ${now}`.execute(
    db,
  );
}

export async function deleteExports(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from personal_data where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
