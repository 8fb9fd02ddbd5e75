/** The addresses and languages of accounts. Never returns those of closed accounts. */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface Contact {
  accountId: string;
  email: string;
  lang: Lang;
  /** A disabled account cannot sign in. */
  disabled: boolean;
}

/**
 * Those of these accounts that are open and not being closed. Keeps them open until the transaction
 * ends, so that no mail is queued for a closed one.
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

interface AddressesRow {
  email: string;
  secure_email: string | null;
  lang: string;
}

/** The e-mail and language of an account. */
export async function findContact(db: Db, id: string) {
  const { rows } = await sql<Omit<AddressesRow, "secure_email">>`
    select email, lang from account where id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`the account ${id} is gone`);
  return rows[0];
}

/** The e-mail, secure e-mail and language of an account. */
export async function findAddresses(db: Db | Tx, id: string): Promise<AddressesRow> {
  const { rows } = await sql<AddressesRow>`
    select email, secure_email, lang from account where id = ${id}`.execute(db);
  if (!rows[0]) throw new Error(`the account ${id} is gone`);
  return rows[0];
}

/** The e-mails of those of these accounts that are not closed, by id. */
export async function emailsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from account
    where id = any(${ids}::uuid[]) and closed_at is null`.execute(db);
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** A condition: the account in `idColumn` is open and its e-mail contains a text. */
export function emailContains(idColumn: string, text: string): RawBuilder<boolean> {
  const like = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`exists (
    select from account
    where account.id = ${sql.ref(idColumn)} and account.closed_at is null
      and account.email like ${like})`;
}
