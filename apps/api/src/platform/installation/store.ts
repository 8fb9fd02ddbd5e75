/** The database's row about the installation. */
import { defaultCurrency } from "@turnpike/contract/currency.ts";
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

/**
 * The currency of the installation: what it has sold in, else the wanted one, which is stored.
 * Installations of earlier releases have sold in US dollars.
 */
export async function settleCurrency(db: Db, wanted: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`
    insert into installation as i (id, currency)
    values (1, case when installation_has_sold() then ${defaultCurrency} else ${wanted} end)
    on conflict (id) do update set currency =
      case when installation_has_sold() then coalesce(i.currency, ${defaultCurrency}) else ${wanted} end
    returning currency`.execute(db);
  return rows[0]?.currency ?? wanted;
}
