/** Erases a closed account's personal data. The row stays, because the ledger refers to it. */
import type { Tx } from "../../platform/db/database.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { newAccessKey } from "./access-key.ts";
import { lockAccountExclusively } from "./account-lock.ts";
import { updateAccount } from "./store/account.ts";

/** The maximum length of invite codes, so that it cannot be guessed. */
const DEAD_CODE_LENGTH = 15;

/**
 * Removes personal data from the account's row and closes it for ever. Waits for all locks of the
 * account (`account-lock.ts`) and holds it until the transaction ends.
 */
export async function eraseHolder(services: Services, tx: Tx, accountId: string): Promise<void> {
  const { world } = services;
  const now = new Date(world.now());
  const deadKey = newAccessKey(services);
  await lockAccountExclusively(tx, accountId);
  await updateAccount(tx, accountId, {
    // A reserved domain (RFC 2606): no mail arrives there, and nobody can register with it.
    email: `closed-${accountId}@closed.invalid`,
    secure_email: null,
    password_hash: null,
    invite_code: randomText(world, READABLE, DEAD_CODE_LENGTH),
    access_key_sealed: deadKey.sealed,
    access_key_lookup: deadKey.lookup,
    lang: "en",
    last_login_at: null,
    disabled_at: now,
    closed_at: now,
    identity_approved_at: null,
  });
}
