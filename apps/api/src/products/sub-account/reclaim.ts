/**
 * Refunds also take allotted traffic: all unused traffic counts, in whichever bucket it is
 * (spec/money#refunds).
 */
import { poolOfAsset } from "@turnpike/rules/traffic-pool.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { ProductRefund } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { lockSubAccountsOf } from "./erase.ts";
import { allotmentBucket, bytesIn, moveBytes, type PoolOwner, restBucket } from "./moves.ts";
import { allSubAccountsOf, changeSubAccount, lockLive } from "./store/sub-accounts.ts";

/** The hooks by which refunds of traffic include allotments. */
export const allotmentRefund: ProductRefund = {
  async lockBeforeAccount(tx, { asset, accountId }) {
    if (asset !== null && poolOfAsset(asset) !== null) await lockSubAccountsOf(tx, accountId);
  },
  async reclaim(services, tx, { order: { asset, accountId }, amount: wantedBytes }) {
    const pool = asset === null ? null : poolOfAsset(asset);
    if (pool === null) return;
    await reclaimAllotments(services, tx, { of: { account_id: accountId, pool }, wantedBytes });
  },
};

/**
 * Moves allotted bytes back to the account's rest until it holds `wantedBytes` or no more can be
 * moved. Bytes on lease stay, as a gateway may already have carried them.
 */
async function reclaimAllotments(
  { world }: Services,
  tx: Tx,
  { of, wantedBytes }: { of: PoolOwner; wantedBytes: number },
): Promise<void> {
  let missing = wantedBytes - (await bytesIn(tx, of, restBucket));
  if (missing <= 0) return;
  const { account_id: accountId, pool } = of;
  const own = (await allSubAccountsOf(tx, accountId)).filter((row) => row.pool === pool);
  const ids = own.map((row) => row.id);
  for (const row of await lockLive(tx, accountId, ids)) {
    const from = allotmentBucket(row.id);
    const bytes = Math.min(missing, await bytesIn(tx, of, from));
    if (bytes <= 0) continue;
    await moveBytes(tx, {
      key: `allot:${world.id()}`,
      kind: "allot",
      ref: row.name,
      at: world.now(),
      of,
      from,
      to: restBucket,
      bytes,
    });
    await changeSubAccount(tx, row.id, { allottedMore: -bytes });
    missing -= bytes;
  }
}
