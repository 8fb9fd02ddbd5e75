/** Credits of static IPs: their SKU and their ledger asset. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import type { Tx } from "../../platform/db/database.ts";
import { lockBalance } from "../../ledger/balances.ts";
import { type Asset, assets } from "@turnpike/rules/assets.ts";

export interface Period {
  term: StaticTerm;
  days: number;
}

/** The operator's ledger bucket that receives used credits. */
export const creditsUsedBucket = "used";

/** The SKU that grants credits of a period, such as `static-30`. */
export const creditSku = ({ term, days }: Period) => `${term}-${days}`;

/** The asset of a period's credits, such as `static30`. */
export function creditAsset({ term, days }: Period): Asset {
  const asset = assets.find((one) => one === `${term}${days}`);
  if (!asset) throw new RangeError(`no credits are for ${days} days (${term})`);
  return asset;
}

/**
 * Locks an account's credits of a period until the transaction ends, and returns their number.
 * Entries lock assets in alphabetical order, so credits must be locked before the wallet.
 */
export function lockCredits(
  tx: Tx,
  { accountId, ...period }: Period & { accountId: string },
): Promise<number> {
  return lockBalance(tx, { owner: accountId, asset: creditAsset(period), bucket: "main" });
}
