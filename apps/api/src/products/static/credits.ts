/** Credits of static IPs: their SKU and their ledger asset. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { cheapestOffer } from "@turnpike/rules/product.ts";
import { type Buyer, periodOffers } from "../../commerce/product/store/products.ts";
import { type QuoteTaken, quotedOffers } from "../../commerce/order/quote-token.ts";
import type { Services } from "../../platform/services.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { lockBalance } from "../../ledger/balances.ts";
import { assets, type BaseAsset } from "@turnpike/rules/assets.ts";

export interface Period {
  term: StaticTerm;
  days: number;
}

/** The operator's ledger bucket that receives used credits. */
export const creditsUsedBucket = "used";

/** A period's name in lists and logs, such as `static-30`. */
export const periodName = ({ term, days }: Period) => `${term}-${days}`;

/** What sells credits of a period to an account. */
export const creditOffers = (db: Db, { term, days }: Period, buyer: Buyer) =>
  periodOffers(db, { kind: term, days, region: null }, buyer);

/**
 * The SKU that sells this number of credits for the least.
 * @throws Refusal unknownSku, quoteExpired
 */
export async function creditSku(
  services: Services,
  db: Db,
  { quantity, quoteId, accountId, ...period }: Period & QuoteTaken,
): Promise<string> {
  const offers = await creditOffers(db, period, { now: services.world.now(), accountId });
  const quoted = quotedOffers(services, offers, { quoteId, accountId, quantity });
  const offer = cheapestOffer(quoted, quantity);
  if (!offer) throw new Refusal("unknownSku", { field: "days" });
  return offer.sku;
}

/** The asset of a period's credits, such as `static30`. */
export function creditAsset({ term, days }: Period): BaseAsset {
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
