/** What happens to the affiliate programme when an account is closed. */
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { endFreezes } from "./store/profits.ts";
import { postRejected } from "./withdraw.ts";
import { forgetContacts, lockPendingOf, setDecided, withdrawalSums } from "./store/withdrawals.ts";

/** As the operator reads it. */
const CLOSED = "the account was closed";

/** Withdrawals that are not decided. */
export async function pendingWithdrawals(db: Db, accountId: string): Promise<number> {
  return (await withdrawalSums(db, accountId)).pending;
}

/**
 * Rejects an account's undecided withdrawals: what they held is free, and forfeited with the rest,
 * as is what was frozen. Whom they were to be paid to is forgotten.
 */
export async function endWithdrawals(services: Services, tx: Tx, accountId: string): Promise<void> {
  const now = new Date(services.world.now());
  for (const pending of await lockPendingOf(tx, accountId)) {
    await postRejected(tx, pending, now.getTime());
    await setDecided(tx, { id: pending.id, status: "rejected", reason: CLOSED, now });
  }
  await endFreezes(tx, accountId, now);
  await forgetContacts(tx, accountId);
}
