/** The table of refunds. */
import { paidInstants } from "../../payment/store/instants.ts";
import type { ReversedPayment } from "@turnpike/rules/arrears.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export type RefundKind = "refund" | "dispute";

export interface Refund {
  id: string;
  accountId: string;
  /** The refunded order; null for a payment alone. */
  orderId: string | null;
  /** The outside payment; null if the wallet or a coupon paid. */
  paymentId: string | null;
  kind: RefundKind;
  /** Null for all that is left, while it is not booked. */
  cents: number | null;
  /** The parts of `cents` from the payment's surplus and from the operator's `unclaimed`. */
  surplusCents: number;
  unclaimedCents: number;
  /** The tax in it: of the order's price or the recharge, and of the surplus. */
  taxCents: number;
  surplusTaxCents: number;
  /**
   * The part of an order's grant to take back; `taken` is how much of it was there, or came back
   * since (`undo.ts`).
   */
  dueAmount: number;
  /** Pieces or bytes of the order's asset, a plan's seconds, or a recharge's wallet cents. */
  taken: number;
  bonusCents: number;
  /** What the wallet paid or owes for goods of an order that could not be taken back. */
  goodsOwedCents: number;
  /** The debt for what the wallet lacked. */
  debtCents: number;
  reason: string;
  providerRef: string | null;
  /** The refund of which this is the part that its payment could not cover at first. */
  remainderOf: string | null;
  createdAt: Date;
  bookedAt: Date | null;
  undoneAt: Date | null;
  /** Our own refund: to be sent to the provider while `sentAt` is null. */
  due: boolean;
  sentAt: Date | null;
  claimUrl: string | null;
  tries: number;
  lastError: string | null;
}

function query(db: Db) {
  return db.selectFrom("refund").selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toRefund(row: Row): Refund {
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    kind: row.kind as RefundKind,
    cents: row.cents,
    surplusCents: row.surplus_cents,
    unclaimedCents: row.unclaimed_cents,
    taxCents: row.tax_cents,
    surplusTaxCents: row.surplus_tax_cents,
    dueAmount: row.due_amount,
    taken: row.taken,
    bonusCents: row.bonus_cents,
    goodsOwedCents: row.goods_owed_cents,
    debtCents: row.debt_cents,
    reason: row.reason,
    providerRef: row.provider_ref,
    remainderOf: row.remainder_of,
    createdAt: row.created_at,
    bookedAt: row.booked_at,
    undoneAt: row.undone_at,
    due: row.due,
    sentAt: row.sent_at,
    claimUrl: row.claim_url,
    tries: row.tries,
    lastError: row.last_error,
  };
}

/** Inserts a refund, or updates one that was waiting. */
export async function saveRefund(tx: Tx, refund: Refund): Promise<void> {
  const written = {
    order_id: refund.orderId,
    payment_id: refund.paymentId,
    cents: refund.cents,
    surplus_cents: refund.surplusCents,
    unclaimed_cents: refund.unclaimedCents,
    tax_cents: refund.taxCents,
    surplus_tax_cents: refund.surplusTaxCents,
    due_amount: refund.dueAmount,
    taken: refund.taken,
    bonus_cents: refund.bonusCents,
    goods_owed_cents: refund.goodsOwedCents,
    debt_cents: refund.debtCents,
    booked_at: refund.bookedAt,
    undone_at: refund.undoneAt,
  };
  await tx
    .insertInto("refund")
    .values({
      ...written,
      id: refund.id,
      account_id: refund.accountId,
      kind: refund.kind,
      reason: refund.reason,
      provider_ref: refund.providerRef,
      remainder_of: refund.remainderOf,
      created_at: refund.createdAt,
      due: refund.due,
      next_try_at: refund.due ? refund.createdAt : null,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(written))
    .execute();
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const row = await query(db).where("id", "=", id).executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** The refund of a payment with this provider id. */
export async function findRefundByRef(
  db: Db,
  { paymentId, ref }: { paymentId: string; ref: string },
): Promise<Refund | null> {
  const row = await query(db)
    .where("payment_id", "=", paymentId)
    .where("provider_ref", "=", ref)
    .executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** The remainders of a refund that its payment could not cover at first. */
export async function findRemainders(tx: Tx, id: string): Promise<Refund[]> {
  const rows = await query(tx).where("remainder_of", "=", id).orderBy("created_at").execute();
  return rows.map(toRefund);
}

/**
 * A payment's waiting refunds, oldest first: they were reported before the payment was credited, or
 * other refunds hold its money.
 */
export async function findWaitingRefunds(tx: Tx, paymentId: string): Promise<Refund[]> {
  const rows = await query(tx)
    .where("payment_id", "=", paymentId)
    .where("booked_at", "is", null)
    .where("undone_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toRefund);
}

/** All booked refunds of an account, including undone ones. */
export async function findBookedRefunds(tx: Tx, accountId: string): Promise<Refund[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("booked_at", "is not", null)
    .execute();
  return rows.map(toRefund);
}

/** An account's payments that refunds or disputes have reversed, in whole or in part. */
export async function findReversedPayments(db: Db, accountId: string): Promise<ReversedPayment[]> {
  const { rows } = await sql<{ payment: string; booked: Date }>`
    select payment_id as payment, max(booked_at) as booked from refund
    where account_id = ${accountId} and booked_at is not null and undone_at is null
      and payment_id is not null
    group by payment_id`.execute(db);
  const paid = await paidInstants(
    db,
    rows.map(({ payment }) => payment),
  );
  return rows.map(({ payment, booked }) => ({
    paidAt: paid.get(payment) ?? booked.getTime(),
    bookedAt: booked.getTime(),
  }));
}

/** Totals of the effective refunds: booked and not undone. */
export interface RefundTotals {
  /** All parts together. */
  cents: number;
  soldCents: number;
  surplusCents: number;
  unclaimedCents: number;
  taxCents: number;
  surplusTaxCents: number;
  /** The part of `cents` taken by disputes. */
  disputedCents: number;
  dueAmount: number;
  bonusCents: number;
  /** The number of refunds. */
  count: number;
}

const none: RefundTotals = {
  cents: 0,
  soldCents: 0,
  surplusCents: 0,
  unclaimedCents: 0,
  taxCents: 0,
  surplusTaxCents: 0,
  disputedCents: 0,
  dueAmount: 0,
  bonusCents: 0,
  count: 0,
};

/** The refund totals of these payments or orders, by id. */
export async function totalsOfMany(
  db: Db,
  of: { column: "payment_id" | "order_id"; ids: string[] },
): Promise<Map<string, RefundTotals>> {
  if (of.ids.length === 0) return new Map();
  const { rows } = await sql<RefundTotals & { id: string }>`
    select ${sql.ref(of.column)} as id, sum(cents)::bigint as cents,
      sum(cents - surplus_cents - unclaimed_cents)::bigint as "soldCents",
      sum(surplus_cents)::bigint as "surplusCents",
      sum(unclaimed_cents)::bigint as "unclaimedCents",
      sum(tax_cents)::bigint as "taxCents", sum(surplus_tax_cents)::bigint as "surplusTaxCents",
      coalesce(sum(cents) filter (where kind = 'dispute'), 0)::bigint as "disputedCents",
      sum(due_amount)::bigint as "dueAmount",
      sum(bonus_cents)::bigint as "bonusCents", count(*) as count
    from refund where ${sql.ref(of.column)} = any(${of.ids}::uuid[])
      and booked_at is not null and undone_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Like `totalsOfMany`, for one order or payment. */
export async function totalsOf(
  db: Db,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<RefundTotals> {
  const id = paymentId ?? orderId ?? "";
  const column = paymentId === null ? "order_id" : "payment_id";
  return (await totalsOfMany(db, { column, ids: [id] })).get(id) ?? none;
}

/**
 * Effective refunds of these orders that took less than was due, oldest first; refunds whose
 * shortage the buyer owes in money are left out.
 */
export async function findShortRefunds(
  tx: Tx,
  { orderIds, without }: { orderIds: string[]; without: string },
): Promise<{ id: string; missing: number }[]> {
  const { rows } = await sql<{ id: string; missing: number }>`
    select id, due_amount - taken as missing from refund
    where order_id = any(${orderIds}::uuid[]) and id <> ${without} and taken < due_amount
      and goods_owed_cents = 0 and booked_at is not null and undone_at is null
    order by booked_at, id`.execute(tx);
  return rows;
}

/** Adds to what a refund has taken. */
export async function addTakenAmount(tx: Tx, id: string, amount: number): Promise<void> {
  await sql`update refund set taken = taken + ${amount} where id = ${id}`.execute(tx);
}

/** Refunds, newest first; `due` selects those still to be sent. */
export async function listRefunds(
  db: Db,
  { due, orderId, limit }: { due?: boolean; orderId?: string; limit: number },
): Promise<Refund[]> {
  const rows = await query(db)
    .$if(due === true, (q) =>
      q.where("due", "=", true).where("sent_at", "is", null).where("undone_at", "is", null),
    )
    .$if(orderId !== undefined, (q) => q.where("order_id", "=", orderId ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(toRefund);
}
