/** Whom to write to, many at once. */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

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
export async function holdContacts(tx: Tx, accountIds: string[]): Promise<Contact[]> {
  const { rows } = await sql<{ id: string; email: string; lang: string; disabled: boolean }>`
    select id, email, lang, disabled_at is not null as disabled from account
    where id = any(${accountIds}::uuid[]) and closed_at is null
    order by id for key share skip locked`.execute(tx);
  return rows.map(({ id, email, lang, disabled }) => {
    return { accountId: id, email, lang: asLang(lang), disabled };
  });
}
