/** The database's row about the installation. */
import { defaultCurrency } from "@turnpike/contract/currency.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** A replacement of the key that is under way: each key is sealed with the other one. */
export interface KeyRotation {
  from: string;
  to: string;
  nextSealed: string;
  previousSealed: string;
  /** When it began, in milliseconds. */
  at: number;
  /** Whether everything was sealed again. */
  done: boolean;
}

export interface KeyRow {
  /** The fingerprint of the current key; null before the first start. */
  fingerprint: string | null;
  rotation: KeyRotation | null;
  /** What is kept of replaced keys, sealed with the current one. */
  retired: string | null;
}

/** What the database has about the installation's key. */
export async function keyRow(db: Db | Tx, options?: { lock: true }): Promise<KeyRow> {
  const { rows } = await sql<KeyRow>`
    select key_fingerprint as fingerprint, key_rotation as rotation, retired_keys as retired
    from installation where id = 1 ${options?.lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? { fingerprint: null, rotation: null, retired: null };
}

/** Where processes are told that the row of the key has changed, and where they answer. */
export const keyChannel = "turnpike_key";
export const keyAnswerChannel = "turnpike_key_answer";

/** Stores it, and tells all processes once the transaction is committed. */
export async function saveKeyRow(
  tx: Tx,
  { fingerprint, rotation, retired }: KeyRow,
): Promise<void> {
  await sql`
    update installation set key_fingerprint = ${fingerprint}, retired_keys = ${retired},
      key_rotation = ${rotation === null ? null : JSON.stringify(rotation)}::jsonb
    where id = 1`.execute(tx);
  await sql`select pg_notify(${keyChannel}, '')`.execute(tx);
}

/** How many API processes listen to this database. */
export async function countListeners(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'turnpike-listen' and datname = current_database()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Asks all processes which keys they have; they answer on `keyAnswerChannel`. */
export async function askForKeys(db: Db): Promise<void> {
  await sql`select pg_notify(${keyChannel}, '')`.execute(db);
}

/** Answers that question. */
export async function answerKeys(db: Db, answer: string): Promise<void> {
  await sql`select pg_notify(${keyAnswerChannel}, ${answer})`.execute(db);
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
