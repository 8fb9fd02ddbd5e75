/** Credits of static IPs: what a period is called in the shop and in the ledger. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import type { Tx } from "../../platform/db/database.ts";
import { holdBalance } from "../../ledger/balances.ts";
import { type Asset, assets } from "../../ledger/post.ts";

export interface Period {
  term: StaticTerm;
  days: number;
}

/** Where the ledger counts credits that were used. */
export const creditsUsedBucket = "used";

/** The product that grants credits of a period, such as `static-30`. */
export const creditSku = ({ term, days }: Period) => `${term}-${days}`;

/** The asset that a period's credits are, such as `static30`. */
export function creditAsset({ term, days }: Period): Asset {
  const asset = assets.find((one) => one === `${term}${days}`);
  if (!asset) throw new RangeError(`no credits are for ${days} days (${term})`);
  return asset;
}

/**
 * How many credits of a period an account has; nobody else spends them until the transaction ends.
 * An entry that buys some locks them before the wallet too: it locks in the order of the assets' names.
 */
export function holdCredits(
  tx: Tx,
  { accountId, ...period }: Period & { accountId: string },
): Promise<number> {
  return holdBalance(tx, { owner: accountId, asset: creditAsset(period), bucket: "main" });
}
