/** What guards an account and is changed by its sessions: the password and how sessions live. */
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById, lockAccount, updateAccount } from "./store/account.ts";

/** Minutes until a session without a call ends; 0 is always online. */
export async function loginMinutesOf(db: Db, accountId: string): Promise<number> {
  return (await findById(db, accountId))?.login_minutes ?? 0;
}

/**
 * Waits for others who change what guards the account, until the transaction ends; null where the
 * account is gone.
 */
export async function lockGuard(
  tx: Tx,
  accountId: string,
): Promise<{ loginMinutes: number; disabled: boolean } | null> {
  const row = await lockAccount(tx, accountId);
  return row ? { loginMinutes: row.login_minutes, disabled: row.disabled_at !== null } : null;
}

/**
 * Sets the password. With `provedHash`, the hash that the old password was proved by: false where
 * it was changed meanwhile, and nothing is done.
 */
export function setPasswordHash(
  tx: Tx,
  given: { accountId: string; passwordHash: string; provedHash?: string | null },
): Promise<boolean> {
  const changes = { password_hash: given.passwordHash };
  return updateAccount(tx, given.accountId, changes, given.provedHash);
}

export function setMultiDevice(tx: Tx, accountId: string, multiDevice: boolean): Promise<boolean> {
  return updateAccount(tx, accountId, { multi_device: multiDevice });
}

export function setLoginMinutes(tx: Tx, accountId: string, minutes: number): Promise<boolean> {
  return updateAccount(tx, accountId, { login_minutes: minutes });
}
