/** The table of what trials were given for. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/**
 * Records keys of a trial; false if one was used, also by a transaction that runs at this moment,
 * whose end this waits for.
 */
export async function insertTrialKeys(
  tx: Tx,
  { keys, now }: { keys: string[]; now: Date },
): Promise<boolean> {
  // In one order for all, so that two that share several keys wait for each other only one way.
  const { rows } = await sql<{ key: string }>`
    insert into trial_use (key, used_at)
    select key, ${now} from unnest(${keys}::text[]) as given (key) order by key
    on conflict do nothing returning key`.execute(tx);
  return rows.length === keys.length;
}

/** Whether one of these keys was used. */
export async function isTrialKeyUsed(db: Db | Tx, keys: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from trial_use where key = any(${keys}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}
