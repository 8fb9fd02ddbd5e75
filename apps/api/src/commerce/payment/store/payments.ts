/** The tables of payments. */
import type { PaymentUpdate, PaymentState } from "@turnpike/rules/payment.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import { type PlacedTax, placedTax, taxColumns, taxValues } from "../../tax/sale-tax.ts";
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

const columns = sql`
  id, account_id as "accountId", order_id as "orderId", coupon_id as "couponId", method, provider,
  status, amount_cents as "amountCents", ${placedTax}, tax_on_top as "taxOnTop",
  credited_tax_cents as "creditedTaxCents", bonus_cents as "bonusCents",
  received_cents as "receivedCents", provider_ref as "providerRef", charge_ref as "chargeRef",
  surplus_cents as "surplusCents", credited_cents as "creditedCents",
  credited_bonus_cents as "creditedBonusCents", unclaimed_cents as "unclaimedCents",
  created_at as "createdAt", paid_at as "paidAt"`;

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
  const { tax } = payment;
  await sql`
    insert into payment (id, account_id, order_id, coupon_id, method, provider, provider_ref, status,
      amount_cents, ${taxColumns}, billing_country, network_country, tax_on_top, bonus_cents,
      created_at, expires_at)
    values (${payment.id}, ${payment.accountId}, ${payment.orderId}, ${payment.couponId},
      ${payment.method}, ${payment.provider}, ${payment.providerRef}, 'pending',
      ${payment.amountCents}, ${taxValues(tax)}, ${tax.billingCountry}, ${tax.networkCountry},
      ${tax.onTop}, ${payment.bonusCents}, ${payment.createdAt}, ${payment.expiresAt})`.execute(tx);
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    select ${columns} from payment where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The payment of an order; null if the wallet or a coupon paid it. */
export async function findByOrder(db: Db, orderId: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    select ${columns} from payment where order_id = ${orderId}`.execute(db);
  return rows[0] ?? null;
}

/** The payment ids of these orders, by order id. */
export async function findIdsByOrder(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from payment
    where order_id = any(${orderIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, orderId }) => [orderId, id]));
}

/** A payment; locks it until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  const { rows } = await sql<Payment>`
    select ${columns} from payment where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** A page of an account's recharges, newest first, and the total count. */
export async function findRecharges(
  db: Db,
  accountId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Payment[]; total: number }> {
  const own = sql`account_id = ${accountId} and order_id is null`;
  const [{ rows }, counted] = await Promise.all([
    sql<Payment>`
      select ${columns} from payment where ${own}
      order by position desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from payment where ${own}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** When a payment was paid first, and when its money went back. */
function instantsOf(status: PaymentState["status"], now: Date) {
  const paid = sql`, paid_at = coalesce(paid_at, ${now}::timestamptz)`;
  if (status === "paid") return sql`${paid}, refunded_at = null`;
  if (status !== "refunded") return sql``;
  return sql`${paid}, refunded_at = coalesce(refunded_at, ${now}::timestamptz)`;
}

export async function setPaymentState(
  tx: Tx,
  id: string,
  state: PaymentState,
  now: Date,
): Promise<void> {
  const { status, receivedCents, creditedCents } = state;
  await sql`
    update payment set status = ${status}, received_cents = ${receivedCents},
      credited_cents = ${creditedCents} ${instantsOf(status, now)}
    where id = ${id}`.execute(tx);
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
  await sql`
    update payment set credited_bonus_cents = ${parts.creditedBonusCents},
      surplus_cents = ${parts.surplusCents}, unclaimed_cents = ${parts.unclaimedCents},
      credited_tax_cents = ${parts.creditedTaxCents}
    where id = ${id}`.execute(tx);
}

/** Changes what bonus a recharge is promised, and by which coupon. */
export async function setPromised(
  tx: Tx,
  id: string,
  { bonusCents, couponId }: Pick<Payment, "bonusCents" | "couponId">,
): Promise<void> {
  await sql`
    update payment set bonus_cents = ${bonusCents}, coupon_id = ${couponId}
    where id = ${id}`.execute(tx);
}

/** Inserts a provider's event; returns false if it was there already. */
export async function insertPaymentEvent(
  tx: Tx,
  event: { provider: string; id: string; paymentId: string; update: PaymentUpdate; now: Date },
): Promise<boolean> {
  const { update } = event;
  const received = "receivedCents" in update ? update.receivedCents : null;
  const done = await sql`
    insert into payment_event (provider, event_id, payment_id, what, received_cents, at)
    values (${event.provider}, ${event.id}, ${event.paymentId}, ${update.what}, ${received},
      ${event.now})
    on conflict do nothing`.execute(tx);
  return done.numAffectedRows === 1n;
}

/** Pending payments that have expired, but some. */
export async function findOverduePayments(
  db: Db,
  { now, except, limit }: { now: Date; except: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment where status = 'pending' and expires_at <= ${now}
      and id <> all(${except}::uuid[])
    order by expires_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

export async function setPaymentExpired(tx: Tx, id: string): Promise<void> {
  await sql`
    update payment set status = 'expired' where id = ${id} and status = 'pending'`.execute(tx);
}

/** An account's pending payments; locks them until the transaction ends. */
export async function lockPendingPayments(tx: Tx, accountId: string): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select ${columns} from payment where account_id = ${accountId} and status = 'pending'
    order by id for update`.execute(tx);
  return rows;
}

export async function countPending(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payment
    where account_id = ${accountId} and status = 'pending'`.execute(db);
  return rows[0]?.count ?? 0;
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
