/** Accounts as needed by sign-up and sign-in. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { newAccessKey } from "./access-key.ts";
import {
  type CredentialsRow,
  findByAddress,
  findByEmail,
  findById,
  findByInviteCode,
  insertAccount,
  lockAddress,
  updateLogin,
} from "./store/account.ts";

const INVITE_CODE_LENGTH = 8;
const TRIES = 5;

export interface Credentials {
  accountId: string;
  email: string;
  /** Null if a linked login created the account and no password was set yet. */
  passwordHash: string | null;
  disabled: boolean;
}

const asCredentials = (row: CredentialsRow | undefined): Credentials | null =>
  row
    ? {
        accountId: row.id,
        email: row.email,
        passwordHash: row.password_hash,
        disabled: row.disabled_at !== null,
      }
    : null;

export async function credentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return asCredentials(await findByEmail(db, email));
}

export async function credentialsById(db: Db, accountId: string): Promise<Credentials | null> {
  return asCredentials(await findById(db, accountId));
}

/** The account with this e-mail or secure e-mail. */
export async function credentialsByAddress(db: Db, address: string): Promise<Credentials | null> {
  return asCredentials(await findByAddress(db, address));
}

export async function accountByInviteCode(db: Db, code: string): Promise<string | null> {
  return (await findByInviteCode(db, code))?.id ?? null;
}

/**
 * Creates an account with an invite code and an access key. Null if the e-mail is taken, as an
 * e-mail or as a secure e-mail.
 */
export async function registerAccount(
  services: Services,
  tx: Tx,
  account: {
    email: string;
    passwordHash: string | null;
    inviterId: string | null;
    lang: Lang;
    emailVerified: boolean;
  },
): Promise<string | null> {
  await lockAddress(tx, account.email);
  if (await findByAddress(tx, account.email)) return null;
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const id = services.world.id();
    const key = newAccessKey(services);
    const inserted = await insertAccount(tx, {
      ...account,
      id,
      inviteCode: randomText(services.world, READABLE, INVITE_CODE_LENGTH),
      accessKeySealed: key.sealed,
      accessKeyLookup: key.lookup,
      now: new Date(services.world.now()),
    });
    if (inserted) return id;
  }
  throw new Error(`no free invite code in ${TRIES} tries`);
}

export interface Login {
  multiDevice: boolean;
  passwordHash: string | null;
  disabled: boolean;
  /** Whether this is the account's first sign-in. */
  first: boolean;
}

/** Records a login. Locks the account's row until the transaction ends. */
export async function recordLogin(tx: Tx, accountId: string, at: Date): Promise<Login> {
  const row = await updateLogin(tx, accountId, at);
  return {
    multiDevice: row.multi_device,
    passwordHash: row.password_hash,
    disabled: row.disabled_at !== null,
    first: row.login_before === null,
  };
}
