/** What stays of an account that is closed: a row without the person, for the ledger to refer to. */
import type { Tx } from "../../platform/db/database.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { newAccessKey } from "./access-key.ts";
import { lockAccountExclusively } from "./account-lock.ts";
import { updateAccount } from "./store/account.ts";

/** As long as an invite code may be: nobody meets it by chance. */
const DEAD_CODE_LENGTH = 15;

/**
 * Takes the person out of the account's row and closes it for ever. Waits for all that holds the
 * account (`account-lock.ts`), and keeps it from then on until the transaction ends.
 */
export async function eraseHolder(services: Services, tx: Tx, accountId: string): Promise<void> {
  const { world } = services;
  const now = new Date(world.now());
  const deadKey = newAccessKey(services);
  await lockAccountExclusively(tx, accountId);
  await updateAccount(tx, accountId, {
    // No mail reaches it (RFC 2606), and it is nobody's to register with.
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
  });
}
