/** Ends the withdrawals and freezes of an account that is being closed. */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { endFreezes } from "./store/profits.ts";
import { postRejected } from "./withdraw.ts";
import { eraseContacts, lockPendingWithdrawals, setDecided } from "./store/withdrawals.ts";

/** The reason shown to the operator. */
const CLOSED = "the account was closed";

/**
 * Rejects an account's pending withdrawals: what they held becomes free and is forfeited with the
 * rest, as are frozen profits. Erases the withdrawals' payout contacts.
 */
export async function endWithdrawals(services: Services, tx: Tx, accountId: string): Promise<void> {
  const now = new Date(services.world.now());
  for (const pending of await lockPendingWithdrawals(tx, accountId)) {
    await postRejected(tx, pending, now.getTime());
    await setDecided(tx, { id: pending.id, status: "rejected", reason: CLOSED, now });
  }
  await endFreezes(tx, accountId, now);
  await eraseContacts(tx, accountId);
}
