/**
 * Which lots the bytes of CDKeys were taken from (spec/money#expiry): they end when they would have,
 * whoever redeems them. A batch is one entry, and its CDKeys share what it took, in their order.
 */
import { cdkeyAsset, type CdkeyKind, cdkeyUnit } from "@turnpike/rules/cdkey.ts";
import { cutParts, type LotPart } from "@turnpike/rules/lots.ts";
import { partsTaken } from "../../ledger/lots.ts";
import type { Tx } from "../../platform/db/database.ts";
import { ranksInBatch } from "./store.ts";

/** The key of the entry that paid for a batch. */
export const keyOfBatch = (batchId: string) => `cdkeyMake:${batchId}`;

interface HeldCdkey {
  id: string;
  batch_id: string;
  account_id: string;
  kind: CdkeyKind;
  pool: string;
  amount: number;
}

/** What each CDKey holds, in parts that end at different instants or never. */
export async function partsHeld(
  tx: Tx,
  cdkeys: readonly HeldCdkey[],
): Promise<(cdkey: HeldCdkey) => LotPart[]> {
  const batches = [...new Set(cdkeys.map(({ batch_id }) => batch_id))];
  const taken = await partsTaken(tx, batches.map(keyOfBatch));
  const takenBy = ({ batch_id, account_id, ...cdkey }: HeldCdkey) =>
    taken({ key: keyOfBatch(batch_id), owner: account_id, asset: cdkeyAsset(cdkey) });
  const ofLots = cdkeys.filter((cdkey) => takenBy(cdkey).length > 0);
  const rankOf = await ranksInBatch(
    tx,
    ofLots.map(({ batch_id }) => batch_id),
  );
  return (cdkey) => {
    const bytes = cdkey.amount * cdkeyUnit(cdkey.kind);
    return cutParts(takenBy(cdkey), { from: (rankOf.get(cdkey.id) ?? 0) * bytes, bytes });
  };
}
