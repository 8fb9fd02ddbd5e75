/** Settings of an account: its password, how its sessions live, its language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById, updateAccount } from "./store/account.ts";

/** Minutes until a session without a call ends; 0 is always online. */
export async function loginMinutesOf(db: Db, accountId: string): Promise<number> {
  return (await findById(db, accountId))?.login_minutes ?? 0;
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

/** From now on the account is written to in this language. */
export async function setLang(db: Db | Tx, accountId: string, lang: Lang): Promise<void> {
  await updateAccount(db, accountId, { lang });
}
