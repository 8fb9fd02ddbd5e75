/** The table of undoable changes. */
import { sql } from "kysely";
import type { UndoableChange } from "../../platform/module.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export type StoredChange = UndoableChange & { at: Date; accountId: string };

/** Inserts a change with the hash of the link that undoes it. */
export async function insertUndo(
  tx: Tx,
  undo: UndoableChange & {
    accountId: string;
    tokenHash: Buffer;
    at: Date;
    endsAt: Date;
    proved: boolean;
  },
): Promise<void> {
  const { tokenHash, accountId, change, details, at, endsAt, proved } = undo;
  await sql`
    insert into security_undo (token_hash, account_id, change, details, made_at, ends_at, proved)
    values (${tokenHash}, ${accountId}, ${change}, ${JSON.stringify(details)}::jsonb, ${at},
      ${endsAt}, ${proved})`.execute(tx);
}

/** The account of a link that has not expired; null if there is none. */
export async function accountOfLink(
  db: Db | Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from security_undo
    where token_hash = ${tokenHash} and ends_at > ${now}`.execute(db);
  return rows[0]?.account_id ?? null;
}

/**
 * The changes of an account that can be undone at an instant, newest first: those of the last 7
 * days. A change counts once, however many links it has.
 */
export async function changesOf(
  db: Db | Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`
    select account_id as "accountId", change, details, made_at as at from security_undo
    where account_id = ${accountId} and ends_at > ${now}
    group by account_id, change, details, made_at, ends_at
    order by min(position) desc`.execute(db);
  return rows;
}

/** Adds another link to the newest undoable change. */
export async function insertAnotherLink(
  tx: Tx,
  { accountId, tokenHash, now }: { accountId: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into security_undo (token_hash, account_id, change, details, made_at, ends_at, proved)
    select ${tokenHash}, account_id, change, details, made_at, ends_at, proved from security_undo
    where account_id = ${accountId} and ends_at > ${now} order by position desc limit 1`.execute(
    tx,
  );
}

/** The account's newest undoable change of a kind, and whether it was proved. */
export async function newestChange(
  db: Db | Tx,
  of: { accountId: string; change: UndoableChange["change"]; now: Date },
): Promise<{ details: unknown; proved: boolean } | undefined> {
  const { rows } = await sql<{ details: unknown; proved: boolean }>`
    select details, proved from security_undo
    where account_id = ${of.accountId} and change = ${of.change} and ends_at > ${of.now}
    order by position desc limit 1`.execute(db);
  return rows[0];
}

/** Marks the account's newest binding of MFA, and all changes since, as proved. */
export async function markProved(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update security_undo set proved = true
    where account_id = ${accountId} and not proved and position >= (
      select max(position) from security_undo where account_id = ${accountId} and change = 'mfa')
    `.execute(tx);
}

/** Deletes the undoable changes of accounts, together with their links. */
export async function deleteChangesOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from security_undo where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

export async function deleteExpiredChanges(db: Db, now: Date): Promise<void> {
  await sql`delete from security_undo where ends_at <= ${now}`.execute(db);
}
