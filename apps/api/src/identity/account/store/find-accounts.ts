/** Finds accounts for the operator, by anything that customers can identify them by. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface FoundAccount {
  id: string;
  email: string;
  secure_email: string | null;
  email_verified_at: Date | null;
  created_at: Date;
  last_login_at: Date | null;
  disabled_at: Date | null;
  closed_at: Date | null;
}

/**
 * Accounts with `search` in an e-mail address, or as their id or invite code; all accounts if it is
 * empty. Newest first, at most `limit`.
 */
export async function findAccounts(
  db: Db,
  { search, limit }: { search: string; limit: number },
): Promise<FoundAccount[]> {
  const like = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<FoundAccount>`
    select id, email, secure_email, email_verified_at, created_at, last_login_at, disabled_at,
      closed_at
    from account
    where ${search} = '' or email ilike ${like} or secure_email ilike ${like}
      or id::text = ${search.toLowerCase()} or invite_code = ${search}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
