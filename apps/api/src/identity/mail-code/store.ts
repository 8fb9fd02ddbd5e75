/** The table of mailed codes. */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** Where a code went, and what for. */
export interface Sent {
  scene: Scene;
  address: string;
}
/** A code of one asker: an account by its id, a visitor by the network. */
export interface Asked extends Sent {
  askedBy: string;
}

/** Whoever asks for a code to an address for the same purpose waits until the transaction ends. */
export async function lockCodes(tx: Tx, { scene, address }: Sent): Promise<void> {
  const key = `mail code ${scene} ${address}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

/** Keeps a code in the place of the asker's one before. */
export async function saveCode(
  tx: Tx,
  code: Asked & { lookup: string; accountId: string | null; sentAt: Date; expiresAt: Date },
): Promise<void> {
  const fresh = {
    lookup: code.lookup,
    account_id: code.accountId,
    tries: 0,
    foreign_tries: 0,
    sent_at: code.sentAt,
    expires_at: code.expiresAt,
    used_at: null,
  };
  await tx
    .insertInto("mail_code")
    .values({ scene: code.scene, address: code.address, asked_by: code.askedBy, ...fresh })
    .onConflict((conflict) => conflict.columns(["scene", "address", "asked_by"]).doUpdateSet(fresh))
    .execute();
}

const ofAddress = (db: Db | Tx, { scene, address }: Sent) =>
  db.selectFrom("mail_code").selectAll().where("scene", "=", scene).where("address", "=", address);

/** An asker's code, used and expired ones too. */
export function findCode(db: Db | Tx, asked: Asked) {
  return ofAddress(db, asked).where("asked_by", "=", asked.askedBy).executeTakeFirst();
}

/** The code that was mailed last, of those that can be used. */
export function newestCode(db: Db | Tx, sent: Sent, now: Date) {
  return ofAddress(db, sent)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("sent_at", "desc")
    .limit(1)
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

export interface Tried extends Asked {
  lookup: string;
  /** Null: a visitor. */
  accountId: string | null;
  now: Date;
  /** Tries of a code in all, and how many of them may come from elsewhere. */
  most: number;
  mostForeign: number;
  /** Counts a right one too: nobody learns from the count whether it was. */
  countAll: boolean;
}

/** What came of a try: whether it was right, and whose code was tried. */
export interface TryResult {
  right: boolean;
  askedBy: string;
}

/**
 * Tries the asker's own code; the one that was mailed last is right too. The count grows in the
 * same statement, so that of many at once `most` are looked at. Undefined where there is none to
 * try. Which digits of keyed hashes agree says nothing about the code.
 */
export async function tryOwnCode(db: Db, tried: Tried): Promise<TryResult | undefined> {
  const { scene, address, askedBy, lookup, accountId, now, most, countAll } = tried;
  const newest = sql`(select n.lookup from mail_code n
    where n.scene = ${scene} and n.address = ${address} and n.used_at is null
      and n.expires_at > ${now} and (n.account_id is null or n.account_id = ${accountId})
    order by n.sent_at desc limit 1)`;
  const right = sql`(lookup = ${lookup} or coalesce(${newest} = ${lookup}, false))`;
  const { rows } = await sql<{ right: boolean }>`
    update mail_code set tries = tries + case when ${right} and not ${countAll} then 0 else 1 end
    where scene = ${scene} and address = ${address} and asked_by = ${askedBy}
      and used_at is null and expires_at > ${now} and tries < ${most}
    returning ${right} as right`.execute(db);
  return rows[0] && { right: rows[0].right, askedBy };
}

/**
 * Tries the visitor's code that was mailed last, whoever asked for it: a device may ask over IPv6
 * and answer over IPv4. A few tries from elsewhere are all that a code has.
 */
export async function tryForeignCode(db: Db, tried: Tried): Promise<TryResult | undefined> {
  const { scene, address, lookup, now, most, mostForeign, countAll } = tried;
  const count = sql`case when lookup = ${lookup} and not ${countAll} then 0 else 1 end`;
  const { rows } = await sql<TryResult>`
    update mail_code set tries = tries + ${count}, foreign_tries = foreign_tries + ${count}
    where scene = ${scene} and address = ${address} and tries < ${most}
      and foreign_tries < ${mostForeign} and asked_by = (
        select asked_by from mail_code
        where scene = ${scene} and address = ${address} and account_id is null
          and used_at is null and expires_at > ${now}
        order by sent_at desc limit 1)
    returning lookup = ${lookup} as right, asked_by as "askedBy"`.execute(db);
  return rows[0];
}

/** Takes a counted try back. */
export async function takeBackTry(
  db: Db,
  { scene, address, askedBy, foreign }: Asked & { foreign: boolean },
): Promise<void> {
  await sql`
    update mail_code set tries = greatest(tries - 1, 0),
      foreign_tries = greatest(foreign_tries - ${foreign ? 1 : 0}::int, 0)
    where scene = ${scene} and address = ${address} and asked_by = ${askedBy}`.execute(db);
}

/**
 * Uses a code up, and with it all others that went to the address for this purpose; false where it
 * was used or replaced. Of several at once one is true.
 */
export async function takeCode(
  tx: Tx,
  { scene, address, lookup, now }: Sent & { lookup: string; now: Date },
): Promise<boolean> {
  const rows = await ofAddress(tx, { scene, address }).orderBy("asked_by").forUpdate().execute();
  if (!rows.some((row) => row.lookup === lookup && row.used_at === null)) return false;
  await tx
    .updateTable("mail_code")
    .set({ used_at: now })
    .where("scene", "=", scene)
    .where("address", "=", address)
    .where("used_at", "is", null)
    .execute();
  return true;
}

/** Forgets codes that expired before an instant. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("mail_code").where("expires_at", "<", before).execute();
}

/** Deletes the codes that accounts asked for, and those that went to their addresses. */
export async function deleteCodesOf(
  tx: Tx,
  { accountIds, addresses }: { accountIds: string[]; addresses: string[] },
): Promise<void> {
  await tx.deleteFrom("mail_code").where("account_id", "in", accountIds).execute();
  if (addresses.length > 0)
    await tx.deleteFrom("mail_code").where("address", "in", addresses).execute();
}
