/** Removes whitelist entries of deleted sub-accounts and closed accounts. */
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { removeEntriesOfSubAccounts, removeEntriesOfAccounts } from "./store.ts";

/** Removes the entries of sub-accounts and notifies gateways. */
export async function eraseWhitelistOf(tx: Tx, subAccountIds: string[]): Promise<void> {
  await recordRemovals(tx, await removeEntriesOfSubAccounts(tx, subAccountIds));
}

/** Removes all entries of accounts and notifies gateways. */
export async function eraseWhitelists(tx: Tx, accountIds: string[]): Promise<void> {
  await recordRemovals(tx, await removeEntriesOfAccounts(tx, accountIds));
}

function recordRemovals(tx: Tx, ids: string[]): Promise<void> {
  return recordChanges(
    tx,
    ids.map((id) => ({ kind: "whitelist", id })),
  );
}
