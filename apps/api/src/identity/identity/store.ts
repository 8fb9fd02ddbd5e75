/** The tables of linked logins and of used sign-in starts. */
import type { Provider } from "@turnpike/contract/identity.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Identity {
  issuer: string;
  subject: string;
}

/** The account that a login is linked to; undefined if none. */
export async function findIdentity(db: Db, { issuer, subject }: Identity) {
  const { rows } = await sql<{ accountId: string; provider: string }>`
    select account_id as "accountId", provider from login_identity
    where issuer = ${issuer} and subject = ${subject}`.execute(db);
  return rows[0];
}

/** An account's linked logins. */
export async function findIdentities(db: Db, accountId: string) {
  const { rows } = await sql<{ provider: string; label: string; boundAt: Date }>`
    select provider, label, bound_at as "boundAt" from login_identity
    where account_id = ${accountId}`.execute(db);
  return rows;
}

/** Returns false if the login is already linked, or the account has one of that provider. */
export async function insertIdentity(
  tx: Tx,
  identity: Identity & { accountId: string; provider: Provider; label: string; now: Date },
): Promise<boolean> {
  const { issuer, subject, accountId, provider, label, now } = identity;
  const { numAffectedRows = 0n } = await sql`
    insert into login_identity (issuer, subject, account_id, provider, label, bound_at)
    values (${issuer}, ${subject}, ${accountId}, ${provider}, ${label}, ${now})
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export async function deleteIdentity(tx: Tx, accountId: string, provider: Provider): Promise<void> {
  await sql`
    delete from login_identity
    where account_id = ${accountId} and provider = ${provider}`.execute(tx);
}

/** Unlinks this login, if it is linked to the account. */
export async function deleteOneIdentity(
  tx: Tx,
  accountId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await sql`
    delete from login_identity
    where account_id = ${accountId} and issuer = ${issuer} and subject = ${subject}`.execute(tx);
}

export async function deleteIdentitiesOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from login_identity where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

export async function isStartUsed(db: Db, lookups: string[]): Promise<boolean> {
  const { rows } = await sql`
    select from used_start where lookup = any(${lookups}::text[])`.execute(db);
  return rows.length > 0;
}

/** Returns false if it was used before. Concurrent calls wait, and one of them returns true. */
export async function insertUsedStart(tx: Tx, lookup: string, endsAt: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into used_start (lookup, ends_at) values (${lookup}, ${endsAt})
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export async function deleteUsedStarts(db: Db, endedBy: Date): Promise<void> {
  await sql`delete from used_start where ends_at <= ${endedBy}`.execute(db);
}
