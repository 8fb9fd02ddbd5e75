/** The tables of the second factor. */
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Mfa {
  secretSealed: string;
  bound: boolean;
}

export async function findMfa(db: Db, accountId: string): Promise<Mfa | null> {
  const row = await db
    .selectFrom("mfa")
    .select(["secret_sealed", "bound_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ? { secretSealed: row.secret_sealed, bound: row.bound_at !== null } : null;
}

/** Stores a secret that is not bound until its first code; false if MFA is bound. */
export async function saveMfaSecret(
  db: Db,
  accountId: string,
  secretSealed: string,
): Promise<boolean> {
  const row = await db
    .insertInto("mfa")
    .values({ account_id: accountId, secret_sealed: secretSealed })
    .onConflict((conflict) =>
      conflict
        .column("account_id")
        .doUpdateSet({ secret_sealed: secretSealed })
        .where("mfa.bound_at", "is", null),
    )
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

interface TotpStep {
  accountId: string;
  secretSealed: string;
  step: number;
}

/** Binds the secret and uses up its first code. False if replaced or bound in the meantime. */
export async function bindSecret(tx: Tx, request: TotpStep & { now: Date }): Promise<boolean> {
  const row = await tx
    .updateTable("mfa")
    .set({ bound_at: request.now, last_step: request.step })
    .where("account_id", "=", request.accountId)
    .where("secret_sealed", "=", request.secretSealed)
    .where("bound_at", "is", null)
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a TOTP step. False if it or a later one was used; only one concurrent call gets true. */
export async function takeStep(
  db: Db,
  { accountId, secretSealed, step }: TotpStep,
): Promise<boolean> {
  const row = await db
    .updateTable("mfa")
    .set({ last_step: step })
    .where("account_id", "=", accountId)
    .where("secret_sealed", "=", secretSealed)
    .where("bound_at", "is not", null)
    .where((where) => where.or([where("last_step", "is", null), where("last_step", "<", step)]))
    .returning("account_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRecoveryCodes(
  tx: Tx,
  accountId: string,
  lookups: string[],
): Promise<void> {
  await tx
    .insertInto("mfa_recovery_code")
    .values(lookups.map((lookup) => ({ account_id: accountId, lookup })))
    .execute();
}

/** Uses up a recovery code; false if there is no such code, or it was used before. */
export async function takeRecoveryCode(
  db: Db,
  request: { accountId: string; lookups: string[]; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable("mfa_recovery_code")
    .set({ used_at: request.now })
    .where("account_id", "=", request.accountId)
    .where("lookup", "in", request.lookups)
    .where("used_at", "is", null)
    .returning("lookup")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this is one of the account's recovery codes, used or not. */
export async function isRecoveryCode(
  db: Db,
  { accountId, lookups }: { accountId: string; lookups: string[] },
): Promise<boolean> {
  const row = await db
    .selectFrom("mfa_recovery_code")
    .select("lookup")
    .where("account_id", "=", accountId)
    .where("lookup", "in", lookups)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the secret and the recovery codes; false if MFA was not bound. */
export async function deleteMfa(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom("mfa_recovery_code").where("account_id", "=", accountId).execute();
  const row = await tx
    .deleteFrom("mfa")
    .where("account_id", "=", accountId)
    .returning("bound_at")
    .executeTakeFirst();
  return row !== undefined && row.bound_at !== null;
}

/** Deletes the second factor of accounts, bound or only started, with its recovery codes. */
export async function deleteMfaOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("mfa_recovery_code").where("account_id", "in", accountIds).execute();
  await tx.deleteFrom("mfa").where("account_id", "in", accountIds).execute();
}
