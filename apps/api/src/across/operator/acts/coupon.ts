/** Grants coupons to customers. */
import { type CouponBenefit, grantCoupon } from "../../../commerce/coupon/grant.ts";
import { productBySku } from "../../../commerce/product/store/products.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { refuseGift } from "./gift.ts";
import { accountOf, refuseClosed } from "./account-of.ts";
import { defineAct } from "./act.ts";
import { refuseAgain } from "./refuse-again.ts";

/** Grants a coupon to each of the accounts, or to none if one fails. */
export const giveCoupons = defineAct<
  { accounts: string[]; days: number; gift: CouponBenefit },
  { couponIds: string[]; accountIds: string[] }
>({
  action: "coupon.grant",
  run: async (services, tx, { accounts, days, gift }, actor) => {
    await refuseUnsuitable(tx, gift, services.world.now());
    const accountIds: string[] = [];
    for (const name of accounts) accountIds.push((await accountOf({ db: tx }, name)).id);
    // Lock in a fixed order, so that concurrent grants cannot deadlock.
    for (const id of [...new Set(accountIds)].toSorted()) await refuseClosed(tx, id);
    // Who is named twice, as in a list that was put together, gets one.
    const given = new Map<string, string>();
    for (const accountId of new Set(accountIds))
      given.set(accountId, await grantCoupon(services, tx, { accountId, days, gift }));
    const couponIds = accountIds.map((accountId) => given.get(accountId) ?? "");
    const [only = null] = given.size === 1 ? accountIds : [];
    if (only !== null) {
      const now = services.world.now();
      const act = { action: "coupon.grant", subject: only, accountId: only, now };
      await refuseAgain(tx, act, { actor, same: { ...gift, days } });
    }
    return {
      result: { couponIds, accountIds },
      subject: only ?? `${accountIds.length} accounts`,
      accountId: only,
      after: { ...gift, days, accountIds },
    };
  },
});

async function refuseUnsuitable(tx: Tx, gift: CouponBenefit, now: number): Promise<void> {
  if (gift.kind !== "gift") return;
  const product = await productBySku(tx, gift.sku, { now, accountId: null });
  if (!product)
    throw new ActRefused(`no product with the SKU ${gift.sku}`, { reason: "unknownSku" });
  refuseGift(product, gift.amount);
}
