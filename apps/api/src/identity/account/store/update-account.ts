/** Changes of single columns of an account, and of all that are erased with it. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Sets the password's hash; with `provedHash`, only if that is still the account's. */
export async function updatePasswordHash(
  tx: Db | Tx,
  id: string,
  { passwordHash, provedHash }: { passwordHash: string; provedHash?: string | null },
): Promise<boolean> {
  const isProved =
    provedHash === undefined ? sql`` : sql`and password_hash is not distinct from ${provedHash}`;
  const { numAffectedRows = 0n } = await sql`
    update account set password_hash = ${passwordHash} where id = ${id} ${isProved}`.execute(tx);
  return numAffectedRows > 0n;
}

export async function updateMultiDevice(tx: Tx, id: string, multiDevice: boolean): Promise<void> {
  await sql`update account set multi_device = ${multiDevice} where id = ${id}`.execute(tx);
}

export async function updateLoginMinutes(tx: Tx, id: string, minutes: number): Promise<void> {
  await sql`update account set login_minutes = ${minutes} where id = ${id}`.execute(tx);
}

export async function updateLang(db: Db | Tx, id: string, lang: Lang): Promise<void> {
  await sql`update account set lang = ${lang} where id = ${id}`.execute(db);
}

export async function updateInviteCode(tx: Tx, id: string, code: string): Promise<void> {
  await sql`update account set invite_code = ${code} where id = ${id}`.execute(tx);
}

export async function removeInviter(tx: Tx, id: string): Promise<void> {
  await sql`update account set invited_by = null where id = ${id}`.execute(tx);
}

export async function updateAccessKey(
  tx: Tx,
  id: string,
  { sealed, lookup }: { sealed: string; lookup: string },
): Promise<void> {
  await sql`
    update account set access_key_sealed = ${sealed}, access_key_lookup = ${lookup}
    where id = ${id}`.execute(tx);
}

/** Replaces what is personal in an account's row, and closes it. */
export async function eraseRow(
  tx: Tx,
  id: string,
  to: { email: string; inviteCode: string; key: { sealed: string; lookup: string }; now: Date },
): Promise<void> {
  await sql`
    update account set email = ${to.email}, secure_email = null, password_hash = null,
      invite_code = ${to.inviteCode}, access_key_sealed = ${to.key.sealed},
      access_key_lookup = ${to.key.lookup}, lang = 'en', last_login_at = null,
      disabled_at = ${to.now}, closed_at = ${to.now}, identity_approved_at = null
    where id = ${id}`.execute(tx);
}
