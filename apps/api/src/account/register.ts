/** What sign-up and sign-in need of the accounts. */
import { asLang, type Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../db/database.ts";
import { READABLE, randomText } from "../random-text.ts";
import type { Services } from "../services.ts";
import { newAccessKey } from "./access-key.ts";
import { findByEmail, findByInviteCode, findContact, insertAccount, updateLogin } from "./store.ts";

const INVITE_CODE_LENGTH = 8;
const TRIES = 5;

export interface Credentials {
  accountId: string;
  passwordHash: string;
  disabled: boolean;
}

export async function credentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  const row = await findByEmail(db, email);
  if (!row) return null;
  return {
    accountId: row.id,
    passwordHash: row.password_hash,
    disabled: row.disabled_at !== null,
  };
}

export async function accountByInviteCode(db: Db, code: string): Promise<string | null> {
  return (await findByInviteCode(db, code))?.id ?? null;
}

/** Makes an account with an invite code and an access key; null where the e-mail is taken. */
export async function registerAccount(
  services: Services,
  tx: Tx,
  given: { email: string; passwordHash: string; inviterId: string | null; lang: Lang },
): Promise<string | null> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const id = services.world.id();
    const key = newAccessKey(services);
    const made = await insertAccount(tx, {
      ...given,
      id,
      inviteCode: randomText(services.world, READABLE, INVITE_CODE_LENGTH),
      accessKeySealed: key.sealed,
      accessKeyLookup: key.lookup,
      now: new Date(services.world.now()),
    });
    if (made) return id;
    if (await findByEmail(tx, given.email)) return null;
  }
  throw new Error(`no free invite code in ${TRIES} tries`);
}

/** Writes a login down. Locks the account's row until the transaction ends. */
export async function noteLogin(
  tx: Tx,
  login: { accountId: string; at: Date; lang: Lang },
): Promise<{ multiDevice: boolean }> {
  return { multiDevice: (await updateLogin(tx, login)).multi_device };
}

/** Where mails to an account go, and the language it used last. */
export async function contactOf(db: Db, accountId: string): Promise<{ to: string; lang: Lang }> {
  const { email, lang } = await findContact(db, accountId);
  return { to: email, lang: asLang(lang) };
}
