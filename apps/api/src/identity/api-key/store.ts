/** The tables of API keys and their spending. */
import type { Scope } from "@turnpike/rules/api-key.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { NewKey } from "./key.ts";

export interface KeySettings {
  name: string;
  scopes: Scope[];
  ips: string[];
  maxCents: number | null;
  expiresAt: Date | null;
}

export async function insertKey(
  tx: Tx,
  row: {
    id: string;
    accountId: string;
    createdAt: Date;
    key: NewKey;
    settings: KeySettings;
    /** The member of the team who made it, with whom it ends; null: the owner. */
    memberId: string | null;
  },
): Promise<void> {
  const { key, settings } = row;
  await tx
    .insertInto("api_key")
    .values({
      id: row.id,
      account_id: row.accountId,
      name: settings.name,
      key_hash: key.hash,
      prefix: key.prefix,
      last_four: key.lastFour,
      scopes: settings.scopes,
      ips: settings.ips,
      max_cents: settings.maxCents,
      created_at: row.createdAt,
      expires_at: settings.expiresAt,
      member_id: row.memberId,
    })
    .execute();
}

/** The key with this hash; null if it is unknown or its account is disabled. */
export async function findByHash(db: Db, hash: Buffer) {
  const row = await db
    .selectFrom("api_key_facts")
    .select(["id", "account_id", "scopes", "ips", "expires_at", "last_used_at"])
    .where("key_hash", "=", hash)
    .executeTakeFirst();
  if (!row?.id || !row.account_id || !row.scopes) return null;
  const { id, account_id: accountId, scopes, ips } = row;
  const { expires_at: expiresAt, last_used_at: lastUsedAt } = row;
  return { id, accountId, scopes: scopes as Scope[], ips: ips ?? [], expiresAt, lastUsedAt };
}

/** An account's key by its ID; null if it is unknown or its account is disabled. */
export async function findById(
  db: Db | Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ expiresAt: Date | null } | null> {
  const row = await db
    .selectFrom("api_key_facts")
    .select("expires_at")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ? { expiresAt: row.expires_at } : null;
}

/** Saves when and from where a key was used, unless saved after `before`. */
export async function saveUse(
  db: Db,
  { id, at, ip, before }: { id: string; at: Date; ip: string; before: Date },
): Promise<void> {
  await db
    .updateTable("api_key")
    .set({ last_used_at: at, last_ip: ip })
    .where("id", "=", id)
    .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<=", before)]))
    .execute();
}

/** The account's keys, each with its spending in a month, newest first. */
export function keysOf(db: Db, accountId: string, month: string) {
  return db
    .selectFrom("api_key")
    .leftJoin("api_key_spending", (join) =>
      join.onRef("api_key_id", "=", "api_key.id").on("month", "=", sql<Date>`${month}::date`),
    )
    .selectAll("api_key")
    .select("spent_cents")
    .where("account_id", "=", accountId)
    .orderBy("position", "desc")
    .execute();
}
export type KeyRow = Awaited<ReturnType<typeof keysOf>>[number];

/** Counts the account's keys, up to `most`. */
export async function countKeys(tx: Tx, accountId: string, most: number): Promise<number> {
  const rows = await tx
    .selectFrom("api_key")
    .select("id")
    .where("account_id", "=", accountId)
    .limit(most)
    .execute();
  return rows.length;
}

/** Names of the account's keys created since an instant, newest first. */
export async function keyNamesSince(tx: Tx, accountId: string, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom("api_key")
    .select("name")
    .where("account_id", "=", accountId)
    .where("created_at", ">=", since)
    .orderBy("position", "desc")
    .execute();
  return rows.map(({ name }) => name);
}

/** Deletes the account's keys with these ids; returns how many existed. */
export async function deleteKeys(tx: Tx, accountId: string, ids: string[]): Promise<number> {
  const done = await tx
    .deleteFrom("api_key")
    .where("account_id", "=", accountId)
    .where("id", "in", ids)
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

/** Deletes the keys that a member of the team made. */
export async function deleteKeysOfMember(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from api_key where member_id = ${memberId}`.execute(tx);
}

/** Deletes all keys of accounts. */
export async function eraseApiKeys(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("api_key").where("account_id", "in", accountIds).execute();
}

/** Protects a key from deletion until the transaction ends; null if it is gone. */
export async function lockKey(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("api_key")
    .select(["id", "name", "max_cents"])
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  return row ? { id: row.id, name: row.name, maxCents: row.max_cents } : null;
}

/**
 * Adds to a key's spending in a month; returns false if that would exceed `maxCents`. The row stays
 * locked until the transaction ends, so that concurrent orders stay within the limit.
 */
export async function addSpending(
  tx: Tx,
  spent: { id: string; month: string; cents: number; maxCents: number },
): Promise<boolean> {
  const { id, month, cents, maxCents } = spent;
  if (cents > maxCents) return false;
  const done = await sql`
    insert into api_key_spending (api_key_id, month, spent_cents)
    values (${id}, ${month}::date, ${cents})
    on conflict (api_key_id, month)
    do update set spent_cents = api_key_spending.spent_cents + excluded.spent_cents
    where api_key_spending.spent_cents + excluded.spent_cents <= ${maxCents}`.execute(tx);
  return (done.numAffectedRows ?? 0n) > 0n;
}

/** A key's spending in a month. */
export async function spentIn(tx: Tx, id: string, month: string): Promise<number> {
  const row = await tx
    .selectFrom("api_key_spending")
    .select("spent_cents")
    .where("api_key_id", "=", id)
    .where("month", "=", sql<Date>`${month}::date`)
    .executeTakeFirst();
  return row?.spent_cents ?? 0;
}
