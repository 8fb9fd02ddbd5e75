/**
 * The access key: 16 random characters for scripts, sealed at rest (spec/api#requests,
 * spec/accounts#access-key).
 */
import type { Tx } from "../../platform/db/database.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { findByAccessKey } from "./store/account.ts";
import { updateAccessKey } from "./store/update-account.ts";

const KEY_LENGTH = 16;
const KEY = /^[A-Za-z0-9]{16}$/;

export function newAccessKey({ world, seal }: Services): {
  key: string;
  sealed: string;
  lookup: string;
} {
  const key = randomText(world, LETTERS_AND_DIGITS, KEY_LENGTH);
  return { key, sealed: seal.seal(key), lookup: seal.lookup("accessKey", key) };
}

/** Gives the account a new key and returns it; the old one stops working at the commit. */
export async function changeAccessKey(
  services: Services,
  tx: Tx,
  accountId: string,
): Promise<string> {
  const fresh = newAccessKey(services);
  await updateAccessKey(tx, accountId, fresh);
  return fresh.key;
}

/** The account of a key; null if the key is unknown or the account is disabled. */
export async function accountByKey(
  { db, seal }: Services,
  key: string,
): Promise<{ accountId: string } | null> {
  if (!KEY.test(key)) return null;
  const row = await findByAccessKey(db, seal.lookups("accessKey", key));
  return row ? { accountId: row.id } : null;
}
