/** The second factor of staff members. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Stores a secret that is not bound until its first code; false if MFA is bound. */
export async function saveStaffMfaSecret(
  db: Db,
  staffId: string,
  sealed: string,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update staff set mfa_secret_sealed = ${sealed}
    where id = ${staffId} and mfa_bound_at is null`.execute(db);
  return numAffectedRows > 0n;
}

/** Binds the secret and uses up its first code; false if replaced or bound in the meantime. */
export async function bindStaffMfa(
  tx: Tx,
  { staffId, sealed, step, at }: { staffId: string; sealed: string; step: number; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update staff set mfa_bound_at = ${at}, mfa_last_step = ${step}
    where id = ${staffId} and mfa_secret_sealed = ${sealed} and mfa_bound_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

/** Uses up a TOTP step; false if it or a later one was used before. */
export async function takeStaffStep(
  db: Db,
  { staffId, sealed, step }: { staffId: string; sealed: string; step: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update staff set mfa_last_step = ${step}
    where id = ${staffId} and mfa_secret_sealed = ${sealed} and mfa_bound_at is not null
      and (mfa_last_step is null or mfa_last_step < ${step})`.execute(db);
  return numAffectedRows > 0n;
}

export async function insertStaffCodes(tx: Tx, staffId: string, lookups: string[]): Promise<void> {
  await sql`
    insert into staff_recovery_code (staff_id, lookup)
    select ${staffId}, unnest(${lookups}::text[])`.execute(tx);
}

/** "taken" if it is used up now, "used" if it was before, null if it is not the member's code. */
export async function takeStaffCode(
  db: Db,
  { staffId, lookups, at }: { staffId: string; lookups: string[]; at: Date },
): Promise<"taken" | "used" | null> {
  const { numAffectedRows = 0n } = await sql`
    update staff_recovery_code set used_at = ${at}
    where staff_id = ${staffId} and lookup = any(${lookups}::text[]) and used_at is null`.execute(
    db,
  );
  if (numAffectedRows > 0n) return "taken";
  const { rows } = await sql`
    select from staff_recovery_code
    where staff_id = ${staffId} and lookup = any(${lookups}::text[])`.execute(db);
  return rows.length > 0 ? "used" : null;
}

export async function removeStaffMfa(tx: Tx, staffId: string): Promise<void> {
  await sql`delete from staff_recovery_code where staff_id = ${staffId}`.execute(tx);
  await sql`
    update staff set mfa_secret_sealed = null, mfa_bound_at = null, mfa_last_step = null
    where id = ${staffId}`.execute(tx);
}
