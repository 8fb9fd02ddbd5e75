/** The database's row about the installation. */
import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** The fingerprint of the installation's key; null before the first start. */
export async function knownFingerprint(db: Db): Promise<string | null> {
  const { rows } = await sql<{ key_fingerprint: string | null }>`
    select key_fingerprint from installation`.execute(db);
  return rows[0]?.key_fingerprint ?? null;
}

/** Stores a fingerprint unless there is one already; returns the one that is stored. */
export async function rememberFingerprint(db: Db, fingerprint: string): Promise<string> {
  const { rows } = await sql<{ key_fingerprint: string }>`
    insert into installation as i (id, key_fingerprint) values (1, ${fingerprint})
    on conflict (id) do update
      set key_fingerprint = coalesce(i.key_fingerprint, excluded.key_fingerprint)
    returning key_fingerprint`.execute(db);
  return rows[0]?.key_fingerprint ?? fingerprint;
}
