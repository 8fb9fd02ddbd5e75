/** The account's coupons (spec/money#coupons). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { couponStatus } from "@turnpike/rules/coupon.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { type CouponRow, findCoupon, findCoupons } from "./store.ts";
import { couponTitle, giftWords } from "./title.ts";

const LIST_LIMIT = 500;

export function couponCalls({ db, world }: Services): Pick<Handlers, "coupons"> {
  return {
    async coupons({ status }, caller) {
      const rows = await findCoupons(db, caller.accountId, LIST_LIMIT);
      const products = await giftWords(db, rows);
      const now = world.now();
      const listed = rows.filter((row) => !status || couponStatus(row, now) === status);
      return { items: listed.map((row) => presentOf(row, caller.lang, products)) };
    },
  };
}

/** A coupon in the form that calls return. */
function presentOf(row: CouponRow, lang: Lang, products: Parameters<typeof couponTitle>[2]) {
  return {
    id: row.id,
    kind: row.kind,
    title: couponTitle(row, lang, products),
    percent: row.percent,
    giftSku: row.giftSku,
    giftAmount: row.giftAmount,
    minCents: row.minCents,
    expiresAt: new Date(row.expiresAt).toISOString(),
    usedAt: row.usedAt === null ? null : new Date(row.usedAt).toISOString(),
  };
}

/** A coupon of the account that was just taken, without its state. */
export async function presentCoupon(
  db: Db,
  { lang, ...own }: { id: string; accountId: string; lang: Lang },
) {
  const row = await findCoupon(db, { ...own, lock: false });
  if (!row) throw new Error(`the coupon ${own.id} is gone`);
  const { id: _id, usedAt: _usedAt, ...shown } = presentOf(row, lang, await giftWords(db, [row]));
  return shown;
}
