/** Withdrawals of profit, CDKeys and coupons of all customers. */
import { sql } from "kysely";
import type { Withdrawal } from "../../../commerce/affiliate/store/withdrawals.ts";
import { emailsOf } from "../../../identity/account/store/contacts.ts";
import type { Db } from "../../../platform/db/database.ts";
import { holderColumns, type Page, type Paged, readPage } from "./paging.ts";
import { findRisks, type RiskyBuyer } from "./withdrawal-risk.ts";

type WithdrawalWithRisks = Omit<Withdrawal, "email"> & {
  email: string | null;
  buyers: RiskyBuyer[];
};

/** Adds the risky buyers behind each withdrawal. */
export async function withRisks(db: Db, rows: Withdrawal[]): Promise<WithdrawalWithRisks[]> {
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  const [emails, risks] = await Promise.all([emailsOf(db, ids), findRisks(db, ids)]);
  return rows.map((row) => ({
    ...row,
    email: emails.get(row.accountId) ?? null,
    buyers: risks.get(row.accountId) ?? [],
  }));
}

export interface ListedCdkey {
  accountId: string;
  email: string | null;
  id: string;
  prefix: string;
  kind: "ip" | "traffic";
  amount: number;
  producedAt: Date;
  usedAt: Date | null;
  redeemerId: string | null;
  voidedAt: Date | null;
}

const cdkeyStates = {
  unused: sql`k.used_at is null and k.voided_at is null`,
  used: sql`k.used_at is not null`,
  void: sql`k.voided_at is not null`,
};

/** Returns a page of CDKeys, newest first, with only the prefix of each code. */
export function listCdkeys(
  db: Db,
  {
    accountId,
    state,
    ...page
  }: Page & { accountId: string | undefined; state?: keyof typeof cdkeyStates | undefined },
): Promise<Paged<ListedCdkey>> {
  return readPage(db, {
    ...page,
    columns: sql`${holderColumns}, k.id, k.prefix, k.kind, k.amount, k.produced_at as "producedAt",
      k.used_at as "usedAt", k.redeemer_id as "redeemerId", k.voided_at as "voidedAt"`,
    from: sql`cdkey k join account a on a.id = k.account_id`,
    where: [
      ...(accountId === undefined ? [] : [sql`k.account_id = ${accountId}`]),
      ...(state === undefined ? [] : [cdkeyStates[state]]),
    ],
    order: sql`k.position desc`,
  });
}

export interface ListedCoupon {
  accountId: string;
  email: string | null;
  id: string;
  kind: "discount" | "gift";
  percent: number | null;
  minCents: number | null;
  giftSku: string | null;
  giftAmount: number | null;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

type CouponState = "usable" | "used" | "expired";

/** Returns a page of coupons, newest first. */
export function listCoupons(
  db: Db,
  {
    accountId,
    state,
    now,
    ...page
  }: Page & { accountId: string | undefined; state?: CouponState | undefined; now: Date },
): Promise<Paged<ListedCoupon>> {
  const states = {
    usable: sql`c.used_at is null and c.expires_at > ${now}`,
    used: sql`c.used_at is not null`,
    expired: sql`c.used_at is null and c.expires_at <= ${now}`,
  };
  return readPage(db, {
    ...page,
    columns: sql`${holderColumns}, c.id, c.kind, c.percent, c.min_cents as "minCents",
      c.gift_sku as "giftSku", c.gift_amount as "giftAmount", c.created_at as "createdAt",
      c.expires_at as "expiresAt", c.used_at as "usedAt"`,
    from: sql`coupon c join account a on a.id = c.account_id`,
    where: [
      ...(accountId === undefined ? [] : [sql`c.account_id = ${accountId}`]),
      ...(state === undefined ? [] : [states[state]]),
    ],
    order: sql`c.created_at desc, c.id`,
  });
}
