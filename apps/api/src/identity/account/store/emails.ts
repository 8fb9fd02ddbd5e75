/** Accounts by their e-mail, for others who dealt with them; of closed ones nobody learns it. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The e-mails of those accounts that are not closed. */
export async function emailsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from account
    where id = any(${ids}::uuid[]) and closed_at is null`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** A condition: the account that a column names is open, and its e-mail contains a text. */
export function emailContains(idColumn: string, text: string): RawBuilder<boolean> {
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`exists (
    select from account
    where account.id = ${sql.ref(idColumn)} and account.closed_at is null
      and account.email like ${like})`;
}
