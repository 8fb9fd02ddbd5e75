import { defineModule } from "../../platform/module.ts";
import { couponCalls } from "./calls.ts";
import { couponNames } from "./title.ts";
import { couponChecks } from "./verify.ts";
import { countUsable, endingCoupons, voidCoupons } from "./store.ts";

export const couponModule = defineModule({
  calls: couponCalls,
  overview: {
    home: async ({ db, world }, { accountId }) => ({
      couponCount: await countUsable(db, accountId, new Date(world.now())),
    }),
  },
  erase: {
    count: async ({ db, world }, accountId) => ({
      coupons: await countUsable(db, accountId, new Date(world.now())),
    }),
    close: ({ world }, tx, { accountId }) =>
      voidCoupons(tx, { accountId, now: new Date(world.now()) }),
  },
  verify: couponChecks,
  expiries: { coupon: { rows: endingCoupons, names: couponNames, to: "/cli/home" } },
});
