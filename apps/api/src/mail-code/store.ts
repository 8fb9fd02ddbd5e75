/** The table of mailed codes. */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

/** Where a code went, and what for. */
export interface Sent {
  scene: Scene;
  address: string;
}

/** Keeps a code in the place of the one before; false where that was sent after `before`. */
export async function insertCode(
  tx: Tx,
  code: Sent & {
    lookup: string;
    accountId: string | null;
    now: Date;
    expiresAt: Date;
    before: Date;
  },
): Promise<boolean> {
  const fresh = {
    lookup: code.lookup,
    account_id: code.accountId,
    tries: 0,
    sent_at: code.now,
    expires_at: code.expiresAt,
    used_at: null,
  };
  const row = await tx
    .insertInto("mail_code")
    .values({ scene: code.scene, address: code.address, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["scene", "address"])
        .doUpdateSet(fresh)
        .where("mail_code.sent_at", "<=", code.before),
    )
    .returning("scene")
    .executeTakeFirst();
  return row !== undefined;
}

export function findCode(db: Db | Tx, { scene, address }: Sent) {
  return db
    .selectFrom("mail_code")
    .selectAll()
    .where("scene", "=", scene)
    .where("address", "=", address)
    .executeTakeFirst();
}

/** The one of these addresses that an account's last code of a scene went to. */
export async function lastAddress(
  db: Db,
  given: { scene: Scene; accountId: string; among: string[] },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("mail_code")
    .select("address")
    .where("scene", "=", given.scene)
    .where("account_id", "=", given.accountId)
    .where("address", "in", given.among)
    .orderBy("sent_at", "desc")
    .executeTakeFirst();
  return row?.address;
}

/**
 * Whether a keyed hash is that of the code, which this account (null: a visitor) may still try;
 * undefined where there is none such. A wrong one is counted in the same statement, so that of many
 * at once `most` are looked at. Which digits of keyed hashes agree says nothing about the code.
 */
export async function tryCode(
  db: Db,
  given: Sent & { lookup: string; accountId: string | null; now: Date; most: number },
): Promise<boolean | undefined> {
  const { scene, address, lookup, accountId, now, most } = given;
  const { rows } = await sql<{ right: boolean }>`
    update mail_code set tries = tries + case when lookup = ${lookup} then 0 else 1 end
    where scene = ${scene} and address = ${address}
      and (account_id is null or account_id = ${accountId})
      and used_at is null and expires_at > ${now} and tries < ${most}
    returning lookup = ${lookup} as right`.execute(db);
  return rows[0]?.right;
}

/** Uses a code up; false where it was used or replaced. Of several at once one is true. */
export async function takeCode(
  tx: Tx,
  code: Sent & { lookup: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable("mail_code")
    .set({ used_at: code.now })
    .where("scene", "=", code.scene)
    .where("address", "=", code.address)
    .where("lookup", "=", code.lookup)
    .where("used_at", "is", null)
    .returning("scene")
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets codes that expired before an instant. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("mail_code").where("expires_at", "<", before).execute();
}
