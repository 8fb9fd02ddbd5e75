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
  await sql`
    insert into api_key (id, account_id, name, key_hash, prefix, last_four, scopes, ips, max_cents,
      created_at, expires_at, member_id)
    values (${row.id}, ${row.accountId}, ${settings.name}, ${key.hash}, ${key.prefix},
      ${key.lastFour}, ${settings.scopes}, ${settings.ips}, ${settings.maxCents}, ${row.createdAt},
      ${settings.expiresAt}, ${row.memberId})`.execute(tx);
}

/** The key with this hash; null if it is unknown or its account is disabled. */
export async function findByHash(db: Db, hash: Buffer) {
  const { rows } = await sql<{
    id: string;
    accountId: string;
    scopes: Scope[];
    ips: string[];
    expiresAt: Date | null;
    lastUsedAt: Date | null;
  }>`
    select id, account_id as "accountId", scopes, ips, expires_at as "expiresAt",
      last_used_at as "lastUsedAt"
    from api_key_facts where key_hash = ${hash}`.execute(db);
  return rows[0] ?? null;
}

/** An account's key by its ID; null if it is unknown or its account is disabled. */
export async function findById(
  db: Db | Tx,
  { accountId, id }: { accountId: string; id: string },
): Promise<{ expiresAt: Date | null } | null> {
  const { rows } = await sql<{ expiresAt: Date | null }>`
    select expires_at as "expiresAt" from api_key_facts
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Saves when and from where a key was used, unless saved after `before`. */
export async function saveUse(
  db: Db,
  { id, at, ip, before }: { id: string; at: Date; ip: string; before: Date },
): Promise<void> {
  await sql`
    update api_key set last_used_at = ${at}, last_ip = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at <= ${before})`.execute(db);
}

export interface KeyRow {
  id: string;
  name: string;
  scopes: string[];
  prefix: string;
  last_four: string;
  created_at: Date;
  expires_at: Date | null;
  ips: string[];
  max_cents: number | null;
  /** Null if it has spent nothing. */
  spent_cents: number | null;
  last_used_at: Date | null;
  last_ip: string | null;
}

/** The account's keys, each with its spending in a month, newest first. */
export async function keysOf(db: Db, accountId: string, month: string): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, name, scopes, prefix, last_four, created_at, expires_at, ips, max_cents, spent_cents,
      last_used_at, last_ip
    from api_key left join api_key_spending on api_key_id = id and month = ${month}::date
    where account_id = ${accountId} order by position desc`.execute(db);
  return rows;
}

/** Counts the account's keys, up to `most`. */
export async function countKeys(tx: Tx, accountId: string, most: number): Promise<number> {
  const { rows } = await sql`
    select from api_key where account_id = ${accountId} limit ${most}`.execute(tx);
  return rows.length;
}

/** Names of the account's keys created since an instant, newest first. */
export async function keyNamesSince(tx: Tx, accountId: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from api_key where account_id = ${accountId} and created_at >= ${since}
    order by position desc`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Deletes the account's keys with these ids; returns how many existed. */
export async function deleteKeys(tx: Tx, accountId: string, ids: string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_key where account_id = ${accountId} and id = any(${ids}::uuid[])`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the keys that a member of the team made. */
export async function deleteKeysOfMember(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from api_key where member_id = ${memberId}`.execute(tx);
}

/** Deletes all keys of accounts. */
export async function eraseApiKeys(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from api_key where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

/** Protects a key from deletion until the transaction ends; null if it is gone. */
export async function lockKey(tx: Tx, id: string) {
  const { rows } = await sql<{ id: string; name: string; maxCents: number | null }>`
    select id, name, max_cents as "maxCents" from api_key where id = ${id} for key share`.execute(
    tx,
  );
  return rows[0] ?? null;
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
  const { rows } = await sql<{ spent_cents: number }>`
    select spent_cents from api_key_spending
    where api_key_id = ${id} and month = ${month}::date`.execute(tx);
  return rows[0]?.spent_cents ?? 0;
}
