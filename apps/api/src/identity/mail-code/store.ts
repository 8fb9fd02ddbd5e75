/** The table of mailed codes. */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** The address that a code was sent to, and its purpose. */
export interface CodeTarget {
  scene: Scene;
  address: string;
}
/** The key of a code: also who requested it, an account (its id) or a visitor (the network). */
export interface CodeKey extends CodeTarget {
  askedBy: string;
}

/** Locks the codes of an address and purpose until the transaction ends. */
export async function lockCodes(tx: Tx, { scene, address }: CodeTarget): Promise<void> {
  const key = `mail code ${scene} ${address}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}::text, 0))`.execute(tx);
}

/** Saves a code; it replaces the caller's earlier one. */
export async function saveCode(
  tx: Tx,
  code: CodeKey & { lookup: string; accountId: string | null; sentAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into mail_code (scene, address, asked_by, lookup, account_id, sent_at, expires_at)
    values (${code.scene}, ${code.address}, ${code.askedBy}, ${code.lookup}, ${code.accountId},
      ${code.sentAt}, ${code.expiresAt})
    on conflict (scene, address, asked_by) do update set lookup = excluded.lookup,
      account_id = excluded.account_id, tries = 0, foreign_tries = 0, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at, used_at = null`.execute(tx);
}

interface CodeRow {
  lookup: string;
  /** Null if a visitor requested it. */
  account_id: string | null;
  tries: number;
  sent_at: Date;
  expires_at: Date;
  used_at: Date | null;
}
const columns = sql`lookup, account_id, tries, sent_at, expires_at, used_at`;

/** A caller's code, even if used or expired. */
export async function findCode(db: Db | Tx, { scene, address, askedBy }: CodeKey) {
  const { rows } = await sql<CodeRow>`
    select ${columns} from mail_code
    where scene = ${scene} and address = ${address} and asked_by = ${askedBy}`.execute(db);
  return rows[0];
}

/** The code mailed last among those still usable. */
export async function newestCode(db: Db | Tx, { scene, address }: CodeTarget, now: Date) {
  const { rows } = await sql<CodeRow>`
    select ${columns} from mail_code
    where scene = ${scene} and address = ${address} and used_at is null and expires_at > ${now}
    order by sent_at desc limit 1`.execute(db);
  return rows[0];
}

/** The address, among these, that the account's last code of a scene was sent to. */
export async function lastAddress(
  db: Db,
  { scene, accountId, among }: { scene: Scene; accountId: string; among: string[] },
): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select address from mail_code
    where scene = ${scene} and account_id = ${accountId} and address = any(${among}::text[])
    order by sent_at desc limit 1`.execute(db);
  return rows[0]?.address;
}

export interface CodeTry extends CodeKey {
  /** The forms in which the code may be stored. */
  lookups: string[];
  /** Null for a visitor. */
  accountId: string | null;
  now: Date;
  /** The maximum tries of a code, and of those from another network than requested it. */
  most: number;
  mostForeign: number;
  /** Also counts a right try, so that the count does not reveal whether it was right. */
  countAll: boolean;
}

/** Whether a try was right, and whose code was tried. */
export interface TryResult {
  right: boolean;
  askedBy: string;
}

/**
 * Tries the caller's own code; the code mailed last is accepted too. The same statement counts the
 * try, so that concurrent tries compare at most `most` times. Undefined if there is no code to try.
 * The comparison need not take constant time, as it compares keyed hashes.
 */
export async function tryOwnCode(db: Db, attempt: CodeTry): Promise<TryResult | undefined> {
  const { scene, address, askedBy, lookups, accountId, now, most, countAll } = attempt;
  const newest = sql`(select n.lookup from mail_code n
    where n.scene = ${scene} and n.address = ${address} and n.used_at is null
      and n.expires_at > ${now} and (n.account_id is null or n.account_id = ${accountId})
    order by n.sent_at desc limit 1)`;
  const right = sql`(lookup = any(${lookups}::text[])
    or coalesce(${newest} = any(${lookups}::text[]), false))`;
  const { rows } = await sql<{ right: boolean }>`
    update mail_code set tries = tries + case when ${right} and not ${countAll} then 0 else 1 end
    where scene = ${scene} and address = ${address} and asked_by = ${askedBy}
      and used_at is null and expires_at > ${now} and tries < ${most}
    returning ${right} as right`.execute(db);
  return rows[0] && { right: rows[0].right, askedBy };
}

/**
 * Tries the visitors' code that was mailed last, whichever network requested it: a device may
 * request over IPv6 and answer over IPv4. A code allows only a few such tries.
 */
export async function tryForeignCode(db: Db, attempt: CodeTry): Promise<TryResult | undefined> {
  const { scene, address, lookups, now, most, mostForeign, countAll } = attempt;
  const right = sql`lookup = any(${lookups}::text[])`;
  const count = sql`case when ${right} and not ${countAll} then 0 else 1 end`;
  const { rows } = await sql<TryResult>`
    update mail_code set tries = tries + ${count}, foreign_tries = foreign_tries + ${count}
    where scene = ${scene} and address = ${address} and tries < ${most}
      and foreign_tries < ${mostForeign} and asked_by = (
        select asked_by from mail_code
        where scene = ${scene} and address = ${address} and account_id is null
          and used_at is null and expires_at > ${now}
        order by sent_at desc limit 1)
    returning ${right} as right, asked_by as "askedBy"`.execute(db);
  return rows[0];
}

/** Uncounts a try. */
export async function uncountCodeTry(
  db: Db,
  { scene, address, askedBy, foreign }: CodeKey & { foreign: boolean },
): Promise<void> {
  await sql`
    update mail_code set tries = greatest(tries - 1, 0),
      foreign_tries = greatest(foreign_tries - ${foreign ? 1 : 0}::int, 0)
    where scene = ${scene} and address = ${address} and asked_by = ${askedBy}`.execute(db);
}

/**
 * Uses a code up, and all others of the same address and purpose. Returns false if it was used or
 * replaced in the meantime. Only one of several concurrent calls returns true.
 */
export async function takeCode(
  tx: Tx,
  { scene, address, lookups, now }: CodeTarget & { lookups: string[]; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ lookup: string; used_at: Date | null }>`
    select lookup, used_at from mail_code where scene = ${scene} and address = ${address}
    order by asked_by for update`.execute(tx);
  if (!rows.some((row) => lookups.includes(row.lookup) && row.used_at === null)) return false;
  await sql`
    update mail_code set used_at = ${now}
    where scene = ${scene} and address = ${address} and used_at is null`.execute(tx);
  return true;
}

/** Deletes codes that expired before an instant. */
export async function deleteCodes(db: Db, before: Date): Promise<void> {
  await sql`delete from mail_code where expires_at < ${before}`.execute(db);
}

/** Deletes the codes that accounts requested, and those sent to their addresses. */
export async function deleteCodesOf(
  tx: Tx,
  { accountIds, addresses }: { accountIds: string[]; addresses: string[] },
): Promise<void> {
  await sql`delete from mail_code where account_id = any(${accountIds}::uuid[])`.execute(tx);
  if (addresses.length > 0)
    await sql`delete from mail_code where address = any(${addresses}::text[])`.execute(tx);
}
