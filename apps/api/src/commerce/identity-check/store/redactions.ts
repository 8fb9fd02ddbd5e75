/** The table of what providers are to delete of the people that they checked. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Has the provider's data of these accounts deleted soon; their checks are deleted with it. */
export async function queueRedactions(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    insert into identity_redaction (ref)
    select provider_ref from identity_check
    where account_id = any(${accountIds}::uuid[]) and provider_ref is not null
    on conflict do nothing`.execute(tx);
}

export async function queueRedaction(tx: Tx, ref: string): Promise<void> {
  await sql`insert into identity_redaction (ref) values (${ref}) on conflict do nothing`.execute(
    tx,
  );
}

/** Checks that a run hands over at most; the next run continues. */
const AT_ONCE = 100;

/** Has deleted what providers know of checks that were decided on before an instant. */
export async function queueDecided(db: Db, decided: Date): Promise<void> {
  await sql`
    with old as (
      select account_id, provider_ref from identity_check
      where provider_ref is not null and decided_at < ${decided} and stage <> 'pending'
      limit ${AT_ONCE} for update skip locked),
    cleared as (
      update identity_check c set provider_ref = null from old where c.account_id = old.account_id)
    insert into identity_redaction (ref) select provider_ref from old
    on conflict do nothing`.execute(db);
}

/** Claims what is due, so that other processes skip it until `nextAt`. */
export async function claimRedactions(
  db: Db,
  { now, nextAt, limit }: { now: Date; nextAt: Date; limit: number },
): Promise<{ ref: string; tries: number }[]> {
  const { rows } = await sql<{ ref: string; tries: number }>`
    update identity_redaction set tries = tries + 1, next_at = ${nextAt}
    where ref in (
      select ref from identity_redaction where next_at is null or next_at <= ${now}
      order by next_at nulls first limit ${limit} for update skip locked)
    returning ref, tries`.execute(db);
  return rows;
}

export async function deleteRedaction(db: Db, ref: string): Promise<void> {
  await sql`delete from identity_redaction where ref = ${ref}`.execute(db);
}
