/** The table of the staff's notes about customers. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface CustomerNote {
  id: string;
  at: Date;
  /** The e-mail address of a staff member, or `cli`. */
  author: string;
  text: string;
}

export async function insertNote(
  tx: Tx,
  { id, accountId, at, author, text }: CustomerNote & { accountId: string },
): Promise<void> {
  await sql`
    insert into customer_note (id, account_id, at, author, body)
    values (${id}, ${accountId}, ${at}, ${author}, ${text})`.execute(tx);
}

/** The newest 200 notes about a customer. */
export async function notesOf(db: Db, accountId: string): Promise<CustomerNote[]> {
  const { rows } = await sql<CustomerNote>`
    select id, at, author, body as text from customer_note
    where account_id = ${accountId} order by position desc limit 200`.execute(db);
  return rows;
}

/** Deletes the notes about closed accounts. */
export async function deleteNotesOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from customer_note where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
