/** The access key: 16 random characters for scripts, sealed at rest (contract §1, spec §9). */
import { LETTERS_AND_DIGITS, randomText } from "../random-text.ts";
import type { Services } from "../services.ts";
import { findByAccessKey } from "./store.ts";

const KEY_LENGTH = 16;
const KEY = /^[A-Za-z0-9]{16}$/;

export function newAccessKey({ world, seal }: Services): { sealed: string; lookup: string } {
  const key = randomText(world, LETTERS_AND_DIGITS, KEY_LENGTH);
  return { sealed: seal.seal(key), lookup: seal.lookup(key) };
}

/** The account of a key; null where it is unknown or the account is disabled. */
export async function accountByKey(
  { db, seal }: Services,
  key: string,
): Promise<{ accountId: string } | null> {
  if (!KEY.test(key)) return null;
  const row = await findByAccessKey(db, seal.lookup(key));
  return row ? { accountId: row.id } : null;
}
