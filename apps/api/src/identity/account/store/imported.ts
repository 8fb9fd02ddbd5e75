/** Accounts that are imported from another program, many at a time (docs/moving-in.md). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface ImportedAccount {
  id: string;
  email: string;
  passwordHash: string | null;
  inviteCode: string;
  accessKeySealed: string;
  accessKeyLookup: string;
  createdAt: Date;
  /** For its invoice title; empty: none. */
  country: string;
}

/** Whose address it is: its holder has proved it, or staff have imported the account. */
const isProved = sql`(email_verified_at is not null or verification_waived or imported_at is not null)`;

/**
 * Those of these addresses that an account has, as its e-mail or as its secure e-mail, and whether
 * they are proved: anybody can register an address.
 */
export async function takenAddresses(
  db: Db | Tx,
  emails: string[],
): Promise<Map<string, { isProved: boolean }>> {
  const { rows } = await sql<{ address: string; isProved: boolean }>`
    select email as address, ${isProved} as "isProved" from account
    where email = any(${emails}::text[])
    union all
    select secure_email, true from account where secure_email = any(${emails}::text[])`.execute(db);
  return new Map(rows.map(({ address, ...rest }) => [address, rest]));
}

/** Inserts accounts, and returns those whose address, invite code or access key is taken. */
export async function insertImported(
  tx: Tx,
  accounts: ImportedAccount[],
  { lang, now }: { lang: Lang; now: Date },
): Promise<ImportedAccount[]> {
  const { rows } = await sql<{ id: string }>`
    insert into account (id, email, password_hash, invite_code, access_key_sealed,
      access_key_lookup, lang, created_at, imported_at)
    select id, email, "passwordHash", "inviteCode", "accessKeySealed", "accessKeyLookup", ${lang},
      "createdAt", ${now}
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as given (id uuid, email text,
      "passwordHash" text, "inviteCode" text, "accessKeySealed" text, "accessKeyLookup" text,
      "createdAt" timestamptz)
    on conflict do nothing returning id`.execute(tx);
  const inserted = new Set(rows.map(({ id }) => id));
  await sql`
    insert into invoice_title (account_id, title, country)
    select id, email, country
    from jsonb_to_recordset(${JSON.stringify(accounts.filter(({ id }) => inserted.has(id)))}::jsonb)
      as given (id uuid, email text, country text) where country <> ''`.execute(tx);
  return accounts.filter(({ id }) => !inserted.has(id));
}

/** Accounts by e-mail that are open, locked against closure until the commit. */
export async function lockByEmail(
  tx: Tx,
  emails: string[],
): Promise<Map<string, { id: string; isProved: boolean }>> {
  const { rows } = await sql<{ id: string; email: string; isProved: boolean }>`
    select id, email, ${isProved} as "isProved" from account
    where email = any(${emails}::text[]) and closed_at is null order by id for key share`.execute(
    tx,
  );
  return new Map(rows.map(({ email, ...account }) => [email, account]));
}
