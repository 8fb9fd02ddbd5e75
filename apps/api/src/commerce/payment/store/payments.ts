/** The tables of payments. */
import type { PaymentUpdate, PaymentState, PaymentStatus } from "@turnpike/rules/payment.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import { type PlacedTax, placedTaxColumns, placedTaxOf } from "../../tax/sale-tax.ts";
import type { WalletTax } from "../../tax/tax-sale.ts";

export interface Payment extends PaymentState, PlacedTax {
  id: string;
  accountId: string;
  /** Null for a recharge of the wallet. */
  orderId: string | null;
  /** The coupon of the promo code that raises a recharge's bonus. */
  couponId: string | null;
  method: OutsideMethod;
  provider: string;
  bonusCents: number;
  createdAt: Date;
  /** Null until its money arrived. */
  paidAt: Date | null;
  /** The provider's id of the page; null until somebody opened it. */
  providerRef: string | null;
  /** The provider's id of the money received, if it differs from the page's. */
  chargeRef: string | null;
  /** The part credited to the wallet beyond the amount requested. */
  surplusCents: number;
  /** The bonus that was credited; `bonusCents` is the one promised. */
  creditedBonusCents: number;
  /** The part that arrived after the account was closed and belongs to nobody. */
  unclaimedCents: number;
  /** Whether its tax comes on top of what the wallet gets. */
  taxOnTop: boolean;
  /** The tax of what went to the wallet; `taxCents` is that of the requested amount. */
  creditedTaxCents: number;
}

function query(db: Db) {
  return db.selectFrom("payment").selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toPayment(row: Row): Payment {
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    couponId: row.coupon_id,
    method: row.method as OutsideMethod,
    provider: row.provider,
    status: row.status as PaymentStatus,
    amountCents: row.amount_cents,
    ...placedTaxOf(row),
    taxOnTop: row.tax_on_top,
    creditedTaxCents: row.credited_tax_cents,
    bonusCents: row.bonus_cents,
    receivedCents: row.received_cents,
    providerRef: row.provider_ref,
    chargeRef: row.charge_ref,
    surplusCents: row.surplus_cents,
    creditedCents: row.credited_cents,
    creditedBonusCents: row.credited_bonus_cents,
    unclaimedCents: row.unclaimed_cents,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}

export async function insertPayment(
  tx: Tx,
  payment: Pick<
    Payment,
    | "id"
    | "accountId"
    | "orderId"
    | "couponId"
    | "method"
    | "provider"
    | "providerRef"
    | "amountCents"
    | "bonusCents"
    | "createdAt"
  > & { tax: WalletTax; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto("payment")
    .values({
      id: payment.id,
      account_id: payment.accountId,
      order_id: payment.orderId,
      coupon_id: payment.couponId,
      method: payment.method,
      provider: payment.provider,
      provider_ref: payment.providerRef,
      status: "pending",
      amount_cents: payment.amountCents,
      ...placedTaxColumns(payment.tax),
      tax_on_top: payment.tax.onTop,
      bonus_cents: payment.bonusCents,
      created_at: payment.createdAt,
      expires_at: payment.expiresAt,
    })
    .execute();
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const row = await query(db).where("id", "=", id).executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** The payment of an order; null if the wallet or a coupon paid it. */
export async function findByOrder(db: Db, orderId: string): Promise<Payment | null> {
  const row = await query(db).where("order_id", "=", orderId).executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** The payment ids of these orders, by order id. */
export async function findIdsByOrder(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment")
    .select(["id", "order_id"])
    .where("order_id", "in", orderIds)
    .execute();
  return new Map(rows.map(({ id, order_id: orderId }) => [orderId ?? "", id]));
}

/** A payment; locks it until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  const row = await query(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** A page of an account's recharges, newest first, and the total count. */
export async function findRecharges(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Payment[]; total: number }> {
  const own = db
    .selectFrom("payment")
    .where("account_id", "=", accountId)
    .where("order_id", "is", null);
  const [rows, count] = await Promise.all([
    own
      .selectAll()
      .orderBy("position", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toPayment), total: Number(count.total) };
}

export async function setPaymentState(
  tx: Tx,
  id: string,
  state: PaymentState,
  now: Date,
): Promise<void> {
  const { status, receivedCents, creditedCents } = state;
  const instant = sql<Date>`${now}::timestamptz`;
  await tx
    .updateTable("payment")
    .set({ status, received_cents: receivedCents, credited_cents: creditedCents })
    .$if(status === "paid" || status === "refunded", (update) =>
      update.set({ paid_at: sql<Date>`coalesce(paid_at, ${instant})` }),
    )
    .$if(status === "paid", (update) => update.set({ refunded_at: null }))
    .$if(status === "refunded", (update) =>
      update.set({ refunded_at: sql<Date>`coalesce(refunded_at, ${instant})` }),
    )
    .where("id", "=", id)
    .execute();
}

/** Saves where a payment's credited money went, and its bonus. */
export async function setCredited(
  tx: Tx,
  id: string,
  parts: Pick<
    Payment,
    "creditedBonusCents" | "surplusCents" | "unclaimedCents" | "creditedTaxCents"
  >,
): Promise<void> {
  await tx
    .updateTable("payment")
    .set({
      credited_bonus_cents: parts.creditedBonusCents,
      surplus_cents: parts.surplusCents,
      unclaimed_cents: parts.unclaimedCents,
      credited_tax_cents: parts.creditedTaxCents,
    })
    .where("id", "=", id)
    .execute();
}

/** Changes what bonus a recharge is promised, and by which coupon. */
export async function setPromised(
  tx: Tx,
  id: string,
  { bonusCents, couponId }: Pick<Payment, "bonusCents" | "couponId">,
): Promise<void> {
  await tx
    .updateTable("payment")
    .set({ bonus_cents: bonusCents, coupon_id: couponId })
    .where("id", "=", id)
    .execute();
}

/** Inserts a provider's event; returns false if it was there already. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { provider: string; id: string; paymentId: string; update: PaymentUpdate; now: Date },
): Promise<boolean> {
  const { update } = event;
  const row = await tx
    .insertInto("payment_event")
    .values({
      provider: event.provider,
      event_id: event.id,
      payment_id: event.paymentId,
      what: update.what,
      received_cents: "receivedCents" in update ? update.receivedCents : null,
      at: event.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Pending payments that have expired, but some. */
export async function findOverduePayments(
  db: Db,
  { now, except, limit }: { now: Date; except: string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("payment")
    .select("id")
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .where(sql<boolean>`id <> all(${except}::uuid[])`)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function setPaymentExpired(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("payment")
    .set({ status: "expired" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** An account's pending payments; locks them until the transaction ends. */
export async function lockPendingPayments(tx: Tx, accountId: string): Promise<Payment[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("status", "=", "pending")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(toPayment);
}

export async function countPending(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom("payment")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether the account has a paid outside payment that was not refunded. */
export async function hasPaidPayment(db: Db | Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment where account_id = ${accountId} and status = 'paid' limit 1`.execute(db);
  return rows.length > 0;
}

/** Counts an account's pending payments that have not expired; stops at `most`. */
export async function countOpen(
  tx: Tx,
  { accountId, now, most }: { accountId: string; now: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from payment
      where account_id = ${accountId} and status = 'pending' and expires_at > ${now}
      limit ${most}) as open`.execute(tx);
  return rows[0]?.count ?? 0;
}
