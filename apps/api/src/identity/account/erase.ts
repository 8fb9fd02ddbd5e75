/** Erases a closed account's personal data. The row stays, because the ledger refers to it. */
import type { Tx } from "../../platform/db/database.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { newAccessKey } from "./access-key.ts";
import { lockAccountExclusively } from "./account-lock.ts";
import { eraseRow } from "./store/update-account.ts";

/** The maximum length of invite codes, so that it cannot be guessed. */
const DEAD_CODE_LENGTH = 15;

/**
 * Removes personal data from the account's row and closes it for ever. Waits for all locks of the
 * account (`account-lock.ts`) and holds it until the transaction ends.
 */
export async function eraseHolder(services: Services, tx: Tx, accountId: string): Promise<void> {
  const { world } = services;
  const now = new Date(world.now());
  const key = newAccessKey(services);
  await lockAccountExclusively(tx, accountId);
  await eraseRow(tx, accountId, {
    // A reserved domain (RFC 2606): no mail arrives there, and nobody can register with it.
    email: `closed-${accountId}@closed.invalid`,
    inviteCode: randomText(world, READABLE, DEAD_CODE_LENGTH),
    key,
    now,
  });
}
