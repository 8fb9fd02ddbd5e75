/**
 * Refunds also take allotted traffic: all unused traffic counts, in whichever bucket it is
 * (spec/money#refunds).
 */
import type { Tx } from "../../platform/db/database.ts";
import type { ProductRefund } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { lockSubAccountsOf } from "./erase.ts";
import { allotmentBucket, bytesIn, moveBytes, restBucket } from "./moves.ts";
import { allSubAccountsOf, changeSubAccount, lockLive } from "./store/sub-accounts.ts";

/** The hooks by which refunds of traffic include allotments. */
export const allotmentRefund: ProductRefund = {
  async lockBeforeAccount(tx, { asset, accountId }) {
    if (asset === "traffic") await lockSubAccountsOf(tx, accountId);
  },
  async reclaim(services, tx, { order: { asset, accountId }, amount: wantedBytes }) {
    if (asset === "traffic") await reclaimAllotments(services, tx, { accountId, wantedBytes });
  },
};

/**
 * Moves allotted bytes back to the account's rest until it holds `wantedBytes` or no more can be
 * moved. Bytes on lease stay, as a gateway may already have carried them.
 */
async function reclaimAllotments(
  { world }: Services,
  tx: Tx,
  { accountId, wantedBytes }: { accountId: string; wantedBytes: number },
): Promise<void> {
  let missing = wantedBytes - (await bytesIn(tx, accountId, restBucket));
  if (missing <= 0) return;
  const ids = (await allSubAccountsOf(tx, accountId)).map((row) => row.id);
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
