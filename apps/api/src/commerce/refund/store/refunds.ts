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

const columns = sql.raw(
  `id, account_id as "accountId", order_id as "orderId", payment_id as "paymentId", kind, cents,
   surplus_cents as "surplusCents", unclaimed_cents as "unclaimedCents", tax_cents as "taxCents",
   surplus_tax_cents as "surplusTaxCents", due_amount as "dueAmount", taken,
   bonus_cents as "bonusCents", goods_owed_cents as "goodsOwedCents", debt_cents as "debtCents",
   reason, provider_ref as "providerRef", remainder_of as "remainderOf",
   created_at as "createdAt", booked_at as "bookedAt", undone_at as "undoneAt", due,
   sent_at as "sentAt", claim_url as "claimUrl", tries, last_error as "lastError"`,
);

/** Inserts a refund, or updates one that was waiting. */
export async function saveRefund(tx: Tx, refund: Refund): Promise<void> {
  const nextTryAt = refund.due ? refund.createdAt : null;
  await sql`
    insert into refund (id, account_id, kind, reason, provider_ref, remainder_of, created_at, due,
      next_try_at, order_id, payment_id, cents, surplus_cents, unclaimed_cents, tax_cents,
      surplus_tax_cents, due_amount, taken, bonus_cents, goods_owed_cents, debt_cents, booked_at,
      undone_at)
    values (${refund.id}, ${refund.accountId}, ${refund.kind}, ${refund.reason},
      ${refund.providerRef}, ${refund.remainderOf}, ${refund.createdAt}, ${refund.due},
      ${nextTryAt}, ${refund.orderId}, ${refund.paymentId}, ${refund.cents},
      ${refund.surplusCents}, ${refund.unclaimedCents}, ${refund.taxCents},
      ${refund.surplusTaxCents}, ${refund.dueAmount}, ${refund.taken}, ${refund.bonusCents},
      ${refund.goodsOwedCents}, ${refund.debtCents}, ${refund.bookedAt}, ${refund.undoneAt})
    on conflict (id) do update set order_id = excluded.order_id, payment_id = excluded.payment_id,
      cents = excluded.cents, surplus_cents = excluded.surplus_cents,
      unclaimed_cents = excluded.unclaimed_cents, tax_cents = excluded.tax_cents,
      surplus_tax_cents = excluded.surplus_tax_cents, due_amount = excluded.due_amount,
      taken = excluded.taken, bonus_cents = excluded.bonus_cents,
      goods_owed_cents = excluded.goods_owed_cents, debt_cents = excluded.debt_cents,
      booked_at = excluded.booked_at, undone_at = excluded.undone_at`.execute(tx);
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The refund of a payment with this provider id. */
export async function findRefundByRef(
  db: Db,
  { paymentId, ref }: { paymentId: string; ref: string },
): Promise<Refund | null> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund
    where payment_id = ${paymentId} and provider_ref = ${ref}`.execute(db);
  return rows[0] ?? null;
}

/** The remainders of a refund that its payment could not cover at first. */
export async function findRemainders(tx: Tx, id: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund where remainder_of = ${id} order by created_at`.execute(tx);
  return rows;
}

/**
 * A payment's waiting refunds, oldest first: they were reported before the payment was credited, or
 * other refunds hold its money.
 */
export async function findWaitingRefunds(tx: Tx, paymentId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund
    where payment_id = ${paymentId} and booked_at is null and undone_at is null
    order by created_at, id`.execute(tx);
  return rows;
}

/** All booked refunds of an account, including undone ones. */
export async function findBookedRefunds(tx: Tx, accountId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select ${columns} from refund
    where account_id = ${accountId} and booked_at is not null`.execute(tx);
  return rows;
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
  const { rows } = await sql<Refund>`
    select ${columns} from refund
    where ${due === true ? sql`due and sent_at is null and undone_at is null` : sql`true`}
      ${orderId === undefined ? sql`` : sql`and order_id = ${orderId}`}
    order by created_at desc, id limit ${limit}`.execute(db);
  return rows;
}
