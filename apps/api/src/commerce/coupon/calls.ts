/** The account's coupons (spec/money#coupons). */
import { couponStatus } from "@turnpike/rules/coupon.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { findCoupons } from "./store.ts";
import { couponTitle, giftWords } from "./title.ts";

const LIST_LIMIT = 500;

export function couponCalls({ db, world }: Services): Pick<Handlers, "coupons"> {
  return {
    async coupons({ status }, caller) {
      const rows = await findCoupons(db, caller.accountId, LIST_LIMIT);
      const products = await giftWords(db, rows);
      const now = world.now();
      const listed = rows.filter((row) => !status || couponStatus(row, now) === status);
      return {
        items: listed.map((row) => ({
          id: row.id,
          kind: row.kind,
          title: couponTitle(row, caller.lang, products),
          percent: row.percent,
          giftSku: row.giftSku,
          giftAmount: row.giftAmount,
          minCents: row.minCents,
          expiresAt: new Date(row.expiresAt).toISOString(),
          usedAt: row.usedAt === null ? null : new Date(row.usedAt).toISOString(),
        })),
      };
    },
  };
}
