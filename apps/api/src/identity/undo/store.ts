/** The table of changes that can be undone. */
import type { UndoableChange } from "../../platform/module.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export type StoredChange = UndoableChange & { at: Date; position: number; accountId: string };

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
    })
    .execute();
}

/** The change of a link that has not expired, and all later ones of its account, the newest first. */
export async function findChanges(
  db: Db | Tx,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom("security_undo as first")
    .innerJoin("security_undo as later", (join) =>
      join
        .onRef("later.account_id", "=", "first.account_id")
        .onRef("later.position", ">=", "first.position"),
    )
    .select([
      "later.account_id as accountId",
      "later.change",
      "later.details",
      "later.made_at as at",
      "later.position",
    ])
    .where("first.token_hash", "=", tokenHash)
    .where("first.ends_at", ">", now)
    .orderBy("later.position", "desc")
    .execute();
  return rows as unknown as StoredChange[];
}

/** Deletes an account's changes from a position on: they are undone. */
export async function deleteChanges(
  tx: Tx,
  { accountId, from }: { accountId: string; from: number },
): Promise<void> {
  await tx
    .deleteFrom("security_undo")
    .where("account_id", "=", accountId)
    .where("position", ">=", from)
    .execute();
}

export async function deleteChangesOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("security_undo").where("account_id", "in", accountIds).execute();
}

export async function deleteExpiredChanges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("security_undo").where("ends_at", "<=", now).execute();
}
