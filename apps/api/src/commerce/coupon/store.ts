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

const columns = sql.raw(
  `id, kind, percent, min_cents as "minCents", gift_sku as "giftSku", gift_amount as "giftAmount",
   promo_code as "promoCode", expires_at, used_at`,
);

type Row = Omit<CouponRow, "expiresAt" | "usedAt"> & { expires_at: Date; used_at: Date | null };

const toCoupon = ({ expires_at: expires, used_at: used, ...row }: Row): CouponRow => ({
  ...row,
  expiresAt: expires.getTime(),
  usedAt: used?.getTime() ?? null,
});

export async function insertCoupon(
  tx: Tx,
  coupon: Omit<CouponRow, "usedAt"> & { accountId: string; now: Date },
): Promise<void> {
  const row = sql`
    insert into coupon (id, account_id, kind, percent, min_cents, gift_sku, gift_amount, created_at,
      expires_at, promo_code)
    values (${coupon.id}, ${coupon.accountId}, ${coupon.kind}, ${coupon.percent},
      ${coupon.minCents}, ${coupon.giftSku}, ${coupon.giftAmount}, ${coupon.now},
      ${new Date(coupon.expiresAt)}, ${coupon.promoCode})`;
  await joinStatement(tx, row);
}

/** All coupons of an account, newest first. */
export async function findCoupons(db: Db, accountId: string, limit: number): Promise<CouponRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from coupon where account_id = ${accountId}
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows.map(toCoupon);
}

/** One of the account's coupons; locks it until the transaction ends if `lock` is set. */
export async function findCoupon(
  db: Db,
  { accountId, id, lock }: { accountId: string; id: string; lock: boolean },
): Promise<CouponRow | null> {
  const { rows } = await sql<Row>`
    select ${columns} from coupon where account_id = ${accountId} and id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(db);
  return rows.map(toCoupon)[0] ?? null;
}

/** Unused coupons: account_id, id, ends_at. */
export const endingCoupons = sql`
  select account_id, id, expires_at as ends_at from coupon where used_at is null`;

/** The coupons with these ids. */
export async function couponsByIds(db: Db, ids: string[]): Promise<CouponRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from coupon where id = any(${ids}::uuid[])`.execute(db);
  return rows.map(toCoupon);
}

export async function countUsable(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from coupon
    where account_id = ${accountId} and used_at is null and expires_at > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What uses a coupon: an order, or a recharge that a promo code raises. */
export type CouponUser = { orderId: string } | { paymentId: string };

const columnOf = (user: CouponUser) =>
  "orderId" in user ? sql`used_order_id` : sql`used_payment_id`;
const idOf = (user: CouponUser) => ("orderId" in user ? user.orderId : user.paymentId);

/** Marks a coupon as used; returns false if it was used already. */
export async function setUsed(
  tx: Tx,
  { id, now, ...user }: { id: string; now: Date } & CouponUser,
): Promise<boolean> {
  const done = await sql`
    update coupon set used_at = ${now}, ${columnOf(user)} = ${idOf(user)}
    where id = ${id} and used_at is null`.execute(tx);
  return done.numAffectedRows === 1n;
}

/** Frees the coupon of an order or a recharge that failed. */
export async function setUnused(tx: Tx, { id, ...user }: { id: string } & CouponUser) {
  await sql`
    update coupon set used_at = null, ${columnOf(user)} = null
    where id = ${id} and ${columnOf(user)} = ${idOf(user)}`.execute(tx);
}

/** Whether a recharge has the use of a coupon. */
export async function isUsedBy(tx: Tx, id: string, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from coupon where id = ${id} and used_payment_id = ${paymentId}`.execute(tx);
  return rows.length > 0;
}

/** Voids an account's unused coupons: they expire now. */
export async function voidCoupons(
  tx: Tx,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  await sql`
    update coupon set expires_at = least(expires_at, ${now}::timestamptz)
    where account_id = ${accountId} and used_at is null`.execute(tx);
}

/** Whether a coupon gives a product. */
export async function isGiven(db: Db, sku: string): Promise<boolean> {
  const { rows } = await sql`select from coupon where gift_sku = ${sku} limit 1`.execute(db);
  return rows.length > 0;
}
