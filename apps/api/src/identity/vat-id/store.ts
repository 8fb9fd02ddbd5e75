/** The table of VAT ids: what VIES said of each. */
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export interface VatIdRow {
  valid: boolean | null;
  answered_at: Date | null;
}

/** What VIES said of an id; null if it was never asked. */
export async function findVatId(db: Db, id: string): Promise<VatIdRow | null> {
  const { rows } = await sql<VatIdRow>`
    select valid, answered_at from vat_id where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Takes the right to ask about an id until `since` has passed again; false if another process has
 * it. So nobody asks twice at a time.
 */
export async function claimVatId(db: Db, id: string, at: { now: Date; since: Date }) {
  const { rows } = await sql<{ id: string }>`
    insert into vat_id as v (id, asked_at, created_at) values (${id}, ${at.now}, ${at.now})
    on conflict (id) do update set asked_at = excluded.asked_at where v.asked_at < ${at.since}
    returning v.id`.execute(db);
  return rows.length > 0;
}

/** Stores VIES's answer and ends the claim. */
export async function saveVatIdAnswer(db: Db, id: string, valid: boolean, at: Date): Promise<void> {
  await sql`update vat_id set valid = ${valid}, answered_at = ${at} where id = ${id}`.execute(db);
}

/** Ids that were asked about before `askedBefore` without an answer since, longest ago first. */
export async function openVatIds(db: Db, askedBefore: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from vat_id
    where (answered_at is null or answered_at < asked_at) and asked_at < ${askedBefore}
    order by asked_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets what was first asked before an instant: who still has such an id has it asked again. */
export async function deleteOldVatIds(db: Db, before: Date): Promise<void> {
  await sql`delete from vat_id where created_at < ${before}`.execute(db);
}
