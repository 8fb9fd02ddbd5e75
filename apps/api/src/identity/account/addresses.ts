/** The addresses of an account: its e-mail and, if it has one, its secure e-mail. */
import { Refusal, asLang, type Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { lockedAccountRow } from "./account-lock.ts";
import { findByAddress, lockAddress, setSecureEmail } from "./store/account.ts";
import { findAddresses, findContact } from "./store/contacts.ts";

export interface Addresses {
  email: string;
  secureEmail: string | null;
  /** The language of mails to the account. */
  lang: Lang;
}

export async function addressesOf(db: Db | Tx, accountId: string): Promise<Addresses> {
  const row = await findAddresses(db, accountId);
  return { email: row.email, secureEmail: row.secure_email, lang: asLang(row.lang) };
}

/** The e-mail and language of an account. */
export async function contactOf(db: Db, accountId: string): Promise<{ to: string; lang: Lang }> {
  const { email, lang } = await findContact(db, accountId);
  return { to: email, lang: asLang(lang) };
}

/** Like `contactOf`, but takes the row from `lockAccount` if this transaction called that. */
export async function lockedContactOf(
  tx: Tx,
  accountId: string,
): Promise<{ to: string; lang: Lang }> {
  const locked = lockedAccountRow(tx, accountId);
  return locked ? { to: locked.email, lang: asLang(locked.lang) } : contactOf(tx, accountId);
}

/** The account with this e-mail or secure e-mail; null if none or disabled. Always one query. */
export async function holderOf(
  db: Db,
  address: string,
): Promise<{ accountId: string; lang: Lang } | null> {
  const row = await findByAddress(db, address);
  return row && row.disabled_at === null ? { accountId: row.id, lang: asLang(row.lang) } : null;
}

/**
 * Restores the previous secure e-mail (`was`), unless it was changed again since. Clears it if
 * another account uses the address now.
 */
export async function restoreSecureEmail(
  tx: Tx,
  accountId: string,
  { was, is }: { was: string | null; is: string },
): Promise<void> {
  if ((await findAddresses(tx, accountId)).secure_email !== is) return;
  if (was !== null) await lockAddress(tx, was);
  const isFree = was !== null && !(await findByAddress(tx, was));
  await setSecureEmail(tx, accountId, isFree ? was : null);
}

/** Like `holderOf`, but ignores secure e-mails. */
export async function holderOfEmail(
  db: Db,
  email: string,
): Promise<{ accountId: string; lang: Lang } | null> {
  const row = await findByAddress(db, email);
  const holds = row && row.email === email && row.disabled_at === null;
  return holds ? { accountId: row.id, lang: asLang(row.lang) } : null;
}

/**
 * Sets or replaces the secure e-mail. No account may have the address yet, and it must not be this
 * account's own e-mail.
 * @throws Refusal emailTaken
 */
export async function takeSecureEmail(tx: Tx, accountId: string, address: string): Promise<void> {
  await lockAddress(tx, address);
  const holder = await findByAddress(tx, address);
  if (holder && (holder.id !== accountId || holder.email === address))
    throw new Refusal("emailTaken", { field: "email" });
  await setSecureEmail(tx, accountId, address);
}
