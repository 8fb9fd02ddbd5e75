/** The table of coupons. */
import type { Coupon } from "@turnpike/rules/coupon.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { joinStatement } from "../../platform/db/pipeline.ts";

export interface CouponRow extends Coupon {
  id: string;
  /** The promo code that it was taken with; null if it was given. */
  promoCode: string | null;
}

const columns = [
  "id",
  "kind",
  "percent",
  "min_cents",
  "gift_sku",
  "gift_amount",
  "expires_at",
  "used_at",
  "promo_code",
] as const;

interface Columns {
  id: string;
  kind: string;
  percent: number | null;
  min_cents: number | null;
  gift_sku: string | null;
  gift_amount: number | null;
  expires_at: Date;
  used_at: Date | null;
  promo_code: string | null;
}

function toCoupon(row: Columns): CouponRow {
  return {
    id: row.id,
    kind: row.kind === "gift" ? "gift" : "discount",
    percent: row.percent,
    minCents: row.min_cents,
    giftSku: row.gift_sku,
    giftAmount: row.gift_amount,
    expiresAt: row.expires_at.getTime(),
    usedAt: row.used_at?.getTime() ?? null,
    promoCode: row.promo_code,
  };
}

export async function insertCoupon(
  tx: Tx,
  coupon: Omit<CouponRow, "usedAt"> & { accountId: string; now: Date },
): Promise<void> {
  const row = tx.insertInto("coupon").values({
    id: coupon.id,
    account_id: coupon.accountId,
    kind: coupon.kind,
    percent: coupon.percent,
    min_cents: coupon.minCents,
    gift_sku: coupon.giftSku,
    gift_amount: coupon.giftAmount,
    created_at: coupon.now,
    expires_at: new Date(coupon.expiresAt),
    promo_code: coupon.promoCode,
  });
  await joinStatement(tx, row);
}

/** All coupons of an account, newest first. */
export async function findCoupons(db: Db, accountId: string, limit: number): Promise<CouponRow[]> {
  const rows = await db
    .selectFrom("coupon")
    .select(columns)
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toCoupon);
}

/** One of the account's coupons; locks it until the transaction ends if `lock` is set. */
export async function findCoupon(
  db: Db,
  { accountId, id, lock }: { accountId: string; id: string; lock: boolean },
): Promise<CouponRow | null> {
  const row = await db
    .selectFrom("coupon")
    .select(columns)
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? toCoupon(row) : null;
}

/** Unused coupons: account_id, id, ends_at. */
export const endingCoupons = sql`
  select account_id, id, expires_at as ends_at from coupon where used_at is null`;

/** The coupons with these ids. */
export async function couponsByIds(db: Db, ids: string[]): Promise<CouponRow[]> {
  const rows = await db.selectFrom("coupon").select(columns).where("id", "in", ids).execute();
  return rows.map(toCoupon);
}

export async function countUsable(db: Db, accountId: string, now: Date): Promise<number> {
  const row = await db
    .selectFrom("coupon")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** What uses a coupon: an order, or a recharge that a promo code raises. */
export type CouponUser = { orderId: string } | { paymentId: string };

const usedBy = (user: CouponUser) =>
  "orderId" in user
    ? ({ column: "used_order_id", id: user.orderId } as const)
    : ({ column: "used_payment_id", id: user.paymentId } as const);

/** Marks a coupon as used; returns false if it was used already. */
export async function setUsed(
  tx: Tx,
  { id, now, ...user }: { id: string; now: Date } & CouponUser,
): Promise<boolean> {
  const by = usedBy(user);
  const done = await tx
    .updateTable("coupon")
    .set({ used_at: now, [by.column]: by.id })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Frees the coupon of an order or a recharge that failed. */
export async function setUnused(tx: Tx, { id, ...user }: { id: string } & CouponUser) {
  const by = usedBy(user);
  await tx
    .updateTable("coupon")
    .set({ used_at: null, [by.column]: null })
    .where("id", "=", id)
    .where(by.column, "=", by.id)
    .execute();
}

/** Whether a recharge has the use of a coupon. */
export async function isUsedBy(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("coupon")
    .select("id")
    .where("id", "=", id)
    .where("used_payment_id", "=", paymentId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Voids an account's unused coupons: they expire now. */
export async function voidCoupons(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("coupon")
    .set({ expires_at: sql<Date>`least(expires_at, ${now}::timestamptz)` })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
}

/** Whether a coupon gives a product. */
export async function isGiven(db: Db, sku: string): Promise<boolean> {
  const row = await db
    .selectFrom("coupon")
    .select("id")
    .where("gift_sku", "=", sku)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
