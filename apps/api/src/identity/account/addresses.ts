/** The two addresses of an account: its e-mail and, where it has one, its secure e-mail. */
import { Refusal, asLang, type Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findByAddress, lockAddress, setSecureEmail } from "./store/account.ts";
import { findAddresses, findContact } from "./store/contacts.ts";

export interface Addresses {
  email: string;
  secureEmail: string | null;
  /** The language that the account is written to in. */
  lang: Lang;
}

export async function addressesOf(db: Db | Tx, accountId: string): Promise<Addresses> {
  const row = await findAddresses(db, accountId);
  return { email: row.email, secureEmail: row.secure_email, lang: asLang(row.lang) };
}

/** Where mails to an account go, and in which language. */
export async function contactOf(db: Db, accountId: string): Promise<{ to: string; lang: Lang }> {
  const { email, lang } = await findContact(db, accountId);
  return { to: email, lang: asLang(lang) };
}

/** Whom an address leads to, in one look-up whoever it is; null for nobody and for who is disabled. */
export async function holderOf(
  db: Db,
  address: string,
): Promise<{ accountId: string; lang: Lang } | null> {
  const row = await findByAddress(db, address);
  return row && row.disabled_at === null ? { accountId: row.id, lang: asLang(row.lang) } : null;
}

/** As `holderOf`, by the e-mail alone. */
export async function holderOfEmail(
  db: Db,
  email: string,
): Promise<{ accountId: string; lang: Lang } | null> {
  const row = await findByAddress(db, email);
  const holds = row && row.email === email && row.disabled_at === null;
  return holds ? { accountId: row.id, lang: asLang(row.lang) } : null;
}

/**
 * Sets or replaces the secure e-mail; the address may lead to no account yet, this one's own
 * e-mail included.
 * @throws Refusal emailTaken
 */
export async function takeSecureEmail(tx: Tx, accountId: string, address: string): Promise<void> {
  await lockAddress(tx, address);
  const holder = await findByAddress(tx, address);
  if (holder && (holder.id !== accountId || holder.email === address))
    throw new Refusal("emailTaken", { field: "email" });
  await setSecureEmail(tx, accountId, address);
}
