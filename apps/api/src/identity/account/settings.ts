/** Settings of an account: its password, session lifetime and language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findById } from "./store/account.ts";
import {
  updateLang,
  updateLoginMinutes,
  updateMultiDevice,
  updatePasswordHash,
} from "./store/update-account.ts";

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
  return updatePasswordHash(tx, change.accountId, change);
}

export function setMultiDevice(tx: Tx, accountId: string, multiDevice: boolean): Promise<void> {
  return updateMultiDevice(tx, accountId, multiDevice);
}

export function setLoginMinutes(tx: Tx, accountId: string, minutes: number): Promise<void> {
  return updateLoginMinutes(tx, accountId, minutes);
}

/** Sets the language of mails to the account. */
export function setLang(db: Db | Tx, accountId: string, lang: Lang): Promise<void> {
  return updateLang(db, accountId, lang);
}
