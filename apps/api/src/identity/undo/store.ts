/** The table of undoable changes. */
import { sql } from "kysely";
import type { UndoableChange } from "../../platform/module.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export type StoredChange = UndoableChange & { at: Date; accountId: string };

/** Inserts a change with the hash of the link that undoes it. */
export async function insertUndo(
  tx: Tx,
  {
    change,
    details,
    ...row
  }: UndoableChange & {
    accountId: string;
    tokenHash: Buffer;
    at: Date;
    endsAt: Date;
    proved: boolean;
  },
): Promise<void> {
  await tx
    .insertInto("security_undo")
    .values({
      token_hash: row.tokenHash,
      account_id: row.accountId,
      change,
      details: JSON.stringify(details),
      made_at: row.at,
      ends_at: row.endsAt,
      proved: row.proved,
    })
    .execute();
}

/** The account of a link that has not expired; null if there is none. */
export async function accountOfLink(
  db: Db | Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom("security_undo")
    .select("account_id")
    .where("token_hash", "=", tokenHash)
    .where("ends_at", ">", now)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/**
 * The changes of an account that can be undone at an instant, newest first: those of the last 7
 * days. A change counts once, however many links it has.
 */
export async function changesOf(
  db: Db | Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom("security_undo")
    .select(["account_id as accountId", "change", "details", "made_at as at", "ends_at as endsAt"])
    .select((row) => row.fn.min("position").as("position"))
    .where("account_id", "=", accountId)
    .where("ends_at", ">", now)
    .groupBy(["account_id", "change", "details", "made_at", "ends_at"])
    .orderBy("position", "desc")
    .execute();
  return rows as unknown as StoredChange[];
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
  return db
    .selectFrom("security_undo")
    .select(["details", "proved"])
    .where("account_id", "=", of.accountId)
    .where("change", "=", of.change)
    .where("ends_at", ">", of.now)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
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
  await tx.deleteFrom("security_undo").where("account_id", "in", accountIds).execute();
}

export async function deleteExpiredChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("security_undo").where("ends_at", "<=", now).execute();
}
