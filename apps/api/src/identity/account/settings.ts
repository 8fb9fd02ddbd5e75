/** Settings of an account: its password, session lifetime and language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById, updateAccount } from "./store/account.ts";

/** Minutes of inactivity after which a session ends; 0 for never. */
export async function loginMinutesOf(db: Db, accountId: string): Promise<number> {
  return (await findById(db, accountId))?.login_minutes ?? 0;
}

/**
 * Sets the password. With `provedHash`, the hash that the old password was checked against: returns
 * false and changes nothing if it was changed in the meantime.
 */
export function setPasswordHash(
  tx: Db | Tx,
  change: { accountId: string; passwordHash: string; provedHash?: string | null },
): Promise<boolean> {
  const changes = { password_hash: change.passwordHash };
  return updateAccount(tx, change.accountId, changes, change.provedHash);
}

export function setMultiDevice(tx: Tx, accountId: string, multiDevice: boolean): Promise<boolean> {
  return updateAccount(tx, accountId, { multi_device: multiDevice });
}

export function setLoginMinutes(tx: Tx, accountId: string, minutes: number): Promise<boolean> {
  return updateAccount(tx, accountId, { login_minutes: minutes });
}

/** Sets the language of mails to the account. */
export async function setLang(db: Db | Tx, accountId: string, lang: Lang): Promise<void> {
  await updateAccount(db, accountId, { lang });
}
