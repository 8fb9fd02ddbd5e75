/**
 * Refunds take allotted traffic too: what nobody used is left, wherever it lies
 * (spec/money#refunds).
 */
import type { Tx } from "../../platform/db/database.ts";
import type { ProductRefund } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { holdSubAccounts } from "./erase.ts";
import { allotmentBucket, bytesIn, moveBytes, restBucket } from "./moves.ts";
import { allOf, changeSubAccount, lockLive } from "./store/sub-accounts.ts";

/** What refunds of traffic need of sub-accounts. */
export const allotmentRefund: ProductRefund = {
  async holdFirst(tx, { asset, accountId }) {
    if (asset === "traffic") await holdSubAccounts(tx, accountId);
  },
  async reclaim(services, tx, { order: { asset, accountId }, amount: wantedBytes }) {
    if (asset === "traffic") await reclaimAllotments(services, tx, { accountId, wantedBytes });
  },
};

/**
 * Moves allotted bytes back to the account's rest until that holds `wantedBytes` or nothing is left
 * to move. What is on lease with a gateway stays there: it may be carried already.
 */
async function reclaimAllotments(
  { world }: Services,
  tx: Tx,
  { accountId, wantedBytes }: { accountId: string; wantedBytes: number },
): Promise<void> {
  let missing = wantedBytes - (await bytesIn(tx, accountId, restBucket));
  if (missing <= 0) return;
  const ids = (await allOf(tx, accountId)).map((row) => row.id);
  for (const row of await lockLive(tx, accountId, ids)) {
    const from = allotmentBucket(row.id);
    const bytes = Math.min(missing, await bytesIn(tx, accountId, from));
    if (bytes <= 0) continue;
    await moveBytes(tx, {
      key: `allot:${world.id()}`,
      kind: "allot",
      ref: row.name,
      at: world.now(),
      accountId,
      from,
      to: restBucket,
      bytes,
    });
    await changeSubAccount(tx, row.id, { allottedMore: -bytes });
    missing -= bytes;
  }
}
