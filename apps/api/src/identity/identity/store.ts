/** The tables of linked logins and of used sign-in starts. */
import type { Provider } from "@turnpike/contract/identity.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Identity {
  issuer: string;
  subject: string;
}

/** The account that a login is linked to; undefined if none. */
export function findIdentity(db: Db, { issuer, subject }: Identity) {
  return db
    .selectFrom("login_identity")
    .select(["account_id as accountId", "provider"])
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** An account's linked logins. */
export function findIdentities(db: Db, accountId: string) {
  return db
    .selectFrom("login_identity")
    .select(["provider", "label", "bound_at as boundAt"])
    .where("account_id", "=", accountId)
    .execute();
}

/** Returns false if the login is already linked, or the account has one of that provider. */
export async function insertIdentity(
  tx: Tx,
  identity: Identity & { accountId: string; provider: Provider; label: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("login_identity")
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      account_id: identity.accountId,
      provider: identity.provider,
      label: identity.label,
      bound_at: identity.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("subject")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentity(tx: Tx, accountId: string, provider: Provider): Promise<void> {
  await tx
    .deleteFrom("login_identity")
    .where("account_id", "=", accountId)
    .where("provider", "=", provider)
    .execute();
}

/** Unlinks this login, if it is linked to the account. */
export async function deleteOneIdentity(
  tx: Tx,
  accountId: string,
  { issuer, subject }: Identity,
): Promise<void> {
  await tx
    .deleteFrom("login_identity")
    .where("account_id", "=", accountId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

export async function deleteIdentitiesOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("login_identity").where("account_id", "in", accountIds).execute();
}

export async function isStartUsed(db: Db, lookups: string[]): Promise<boolean> {
  const row = await db
    .selectFrom("used_start")
    .select("lookup")
    .where("lookup", "in", lookups)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if it was used before. Concurrent calls wait, and one of them returns true. */
export async function insertUsedStart(tx: Tx, lookup: string, endsAt: Date): Promise<boolean> {
  const row = await tx
    .insertInto("used_start")
    .values({ lookup, ends_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("lookup")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUsedStarts(db: Db, endedBy: Date): Promise<void> {
  await db.deleteFrom("used_start").where("ends_at", "<=", endedBy).execute();
}
