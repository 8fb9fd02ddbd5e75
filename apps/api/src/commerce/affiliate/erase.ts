/** Ends withdrawals and freezes of an account that is closed. */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { endFreezes } from "./store/profits.ts";
import { postRejected } from "./withdraw.ts";
import { eraseContacts, lockPendingOf, setDecided } from "./store/withdrawals.ts";

/** As the operator reads it. */
const CLOSED = "the account was closed";

/**
 * Rejects an account's undecided withdrawals: what they held is free, and forfeited with the rest,
 * as is what was frozen. The contacts they were to be paid to are erased.
 */
export async function endWithdrawals(services: Services, tx: Tx, accountId: string): Promise<void> {
  const now = new Date(services.world.now());
  for (const pending of await lockPendingOf(tx, accountId)) {
    await postRejected(tx, pending, now.getTime());
    await setDecided(tx, { id: pending.id, status: "rejected", reason: CLOSED, now });
  }
  await endFreezes(tx, accountId, now);
  await eraseContacts(tx, accountId);
}
