/** The tables of the second factor. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Mfa {
  secretSealed: string;
  bound: boolean;
}

export async function findMfa(db: Db, accountId: string): Promise<Mfa | null> {
  const { rows } = await sql<Mfa>`
    select secret_sealed as "secretSealed", bound_at is not null as bound from mfa
    where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Stores a secret that is not bound until its first code; false if MFA is bound. */
export async function saveMfaSecret(
  db: Db,
  accountId: string,
  secretSealed: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into mfa (account_id, secret_sealed) values (${accountId}, ${secretSealed})
    on conflict (account_id) do update set secret_sealed = excluded.secret_sealed
    where mfa.bound_at is null`.execute(db);
  return numAffectedRows > 0n;
}

interface TotpStep {
  accountId: string;
  secretSealed: string;
  step: number;
}

/** Binds the secret and uses up its first code. False if replaced or bound in the meantime. */
export async function bindSecret(
  tx: Tx,
  { accountId, secretSealed, step, now }: TotpStep & { now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mfa set bound_at = ${now}, last_step = ${step}
    where account_id = ${accountId} and secret_sealed = ${secretSealed}
      and bound_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

/** Uses up a TOTP step. False if it or a later one was used; only one concurrent call gets true. */
export async function takeStep(
  db: Db,
  { accountId, secretSealed, step }: TotpStep,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mfa set last_step = ${step}
    where account_id = ${accountId} and secret_sealed = ${secretSealed}
      and bound_at is not null and (last_step is null or last_step < ${step})`.execute(db);
  return numAffectedRows > 0n;
}

export async function insertRecoveryCodes(
  tx: Tx,
  accountId: string,
  lookups: string[],
): Promise<void> {
  await sql`
    insert into mfa_recovery_code (account_id, lookup)
    select ${accountId}::uuid, unnest(${lookups}::text[])`.execute(tx);
}

/** Uses up a recovery code; false if there is no such code, or it was used before. */
export async function takeRecoveryCode(
  db: Db,
  { accountId, lookups, now }: { accountId: string; lookups: string[]; now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mfa_recovery_code set used_at = ${now}
    where account_id = ${accountId} and lookup = any(${lookups}::text[])
      and used_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** Whether this is one of the account's recovery codes, used or not. */
export async function isRecoveryCode(
  db: Db,
  { accountId, lookups }: { accountId: string; lookups: string[] },
): Promise<boolean> {
  const { rows } = await sql`
    select from mfa_recovery_code
    where account_id = ${accountId} and lookup = any(${lookups}::text[])`.execute(db);
  return rows.length > 0;
}

/** Deletes the secret and the recovery codes; false if MFA was not bound. */
export async function deleteMfa(tx: Tx, accountId: string): Promise<boolean> {
  await sql`delete from mfa_recovery_code where account_id = ${accountId}`.execute(tx);
  const { rows } = await sql<{ bound: boolean }>`
    delete from mfa where account_id = ${accountId}
    returning bound_at is not null as bound`.execute(tx);
  return rows[0]?.bound ?? false;
}

/** Deletes the second factor of accounts, bound or only started, with its recovery codes. */
export async function deleteMfaOf(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from mfa_recovery_code where account_id = any(${accountIds}::uuid[])`.execute(
    tx,
  );
  await sql`delete from mfa where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
