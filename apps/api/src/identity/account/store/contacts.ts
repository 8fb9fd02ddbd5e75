/** Where accounts are written to; of closed ones nobody learns it. */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface Contact {
  accountId: string;
  email: string;
  lang: Lang;
  /** Who is disabled cannot sign in and do something about it. */
  disabled: boolean;
}

/**
 * Those of the accounts that nobody is about to close: they stay open until the transaction ends,
 * so that nothing is written to a closed one.
 */
export async function lockContacts(tx: Tx, accountIds: string[]): Promise<Contact[]> {
  const { rows } = await sql<{ id: string; email: string; lang: string; disabled: boolean }>`
    select id, email, lang, disabled_at is not null as disabled from account
    where id = any(${accountIds}::uuid[]) and closed_at is null
    order by id for key share skip locked`.execute(tx);
  return rows.map(({ id, email, lang, disabled }) => {
    return { accountId: id, email, lang: asLang(lang), disabled };
  });
}

/** Where to write to, and in which language. */
export function findContact(db: Db, id: string) {
  return db
    .selectFrom("account")
    .select(["email", "lang"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Where to write to, in which language. */
export function findAddresses(db: Db | Tx, id: string) {
  return db
    .selectFrom("account")
    .select(["email", "secure_email", "lang"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

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
