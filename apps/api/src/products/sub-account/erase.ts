/** Erases sub-accounts of closed accounts (spec/accounts#closure). */
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { lockFreeBuckets } from "../../ledger/forfeit.ts";
import type { Services } from "../../platform/services.ts";
import { allotmentBucket } from "./moves.ts";
import { removeTargetUse } from "./store/target-days.ts";
import { lockAllSubAccounts, deleteAndErase } from "./store/sub-accounts.ts";

/**
 * Locks all sub-accounts of an account until the transaction ends, so that no one changes them or
 * bills their traffic.
 */
export async function lockSubAccountsOf(tx: Tx, accountId: string): Promise<void> {
  await lockAllSubAccounts(tx, accountId);
}

/**
 * Deletes all of an account's sub-accounts in a few statements and notifies gateways. Their
 * allotments are still in the ledger: the caller moves them in the same transaction.
 */
export async function eraseSubAccounts(
  { world }: Services,
  tx: Tx,
  accountId: string,
): Promise<void> {
  const rows = await lockAllSubAccounts(tx, accountId);
  const buckets = await lockFreeBuckets(tx, accountId);
  const free = new Map(
    buckets
      .filter(({ asset }) => poolOfAsset(asset) !== null)
      // Each sub-account's bucket is in one pool alone.
      .map((one) => [one.bucket, one.amount]),
  );
  const deletions = rows.map(({ id }) => ({ id, freeBytes: free.get(allotmentBucket(id)) ?? 0 }));
  await deleteAndErase(tx, deletions, new Date(world.now()));
  await removeTargetUse(
    tx,
    rows.map(({ id }) => id),
  );
  const live = rows.filter((row) => row.deleted_at === null);
  await recordChanges(
    tx,
    live.map(({ id }) => ({ kind: "subAccount", id })),
  );
}
