import { defineModule } from "../../platform/module.ts";
import { couponCalls } from "./calls.ts";
import { couponNames, endingCoupons } from "./ending.ts";
import { voidCoupons } from "./forget.ts";
import { usableCoupons } from "./use.ts";

export const couponModule = defineModule({
  calls: couponCalls,
  overview: {
    home: async ({ db, world }, { accountId }) => ({
      couponCount: await usableCoupons(db, accountId, world.now()),
    }),
  },
  erase: {
    count: async ({ db, world }, accountId) => ({
      coupons: await usableCoupons(db, accountId, world.now()),
    }),
    close: ({ world }, tx, { accountId }) =>
      voidCoupons(tx, { accountId, now: new Date(world.now()) }),
  },
  endings: { coupon: { rows: endingCoupons, names: couponNames, to: "/cli/home" } },
});
