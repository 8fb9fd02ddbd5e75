/** Stores slow verifiers. The only file that names their table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** A holder's slow verifier, and the fast one that it was made of. */
export interface SlowVerifier {
  holder_id: string;
  account_id: string;
  verifier: string;
  slow: string;
}

export async function slowVerifiersOf(db: Db, holderIds: string[]): Promise<SlowVerifier[]> {
  const { rows } = await sql<SlowVerifier>`
    select * from slow_verifier where holder_id = any(${holderIds}::uuid[])`.execute(db);
  return rows;
}

/** Stores verifiers and returns what is stored: another process may have been first. */
export async function keepSlowVerifiers(
  db: Db | Tx,
  made: SlowVerifier[],
): Promise<SlowVerifier[]> {
  const { rows } = await sql<SlowVerifier>`
    insert into slow_verifier as known (holder_id, account_id, verifier, slow)
    select holder_id, account_id, verifier, slow
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as given (holder_id uuid, account_id uuid, verifier text, slow text)
    order by holder_id
    on conflict (holder_id) do update set
      account_id = excluded.account_id, verifier = excluded.verifier,
      slow = case when known.verifier = excluded.verifier then known.slow else excluded.slow end
    returning *`.execute(db);
  return rows;
}

/** Deletes those of accounts that were closed. */
export async function removeSlowVerifiers(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from slow_verifier where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
