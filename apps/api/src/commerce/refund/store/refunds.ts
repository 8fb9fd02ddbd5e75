/** The refunds' table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export type RefundKind = "refund" | "dispute";

export interface Refund {
  id: string;
  accountId: string;
  /** The order that is given back; null for a payment alone. */
  orderId: string | null;
  /** The payment from outside; null where the wallet or a coupon paid. */
  paymentId: string | null;
  kind: RefundKind;
  /** Null while it is not booked: all that is left then. */
  cents: number | null;
  /** Of these, out of the payment's surplus in the wallet, and out of the house's `unclaimed`. */
  surplusCents: number;
  unclaimedCents: number;
  /**
   * Of an order's grant, what it was to take back: `taken` is what of that was there, or came there
   * since (`undo.ts`).
   */
  dueAmount: number;
  /** Pieces or bytes of the order's asset, seconds of a plan; of a recharge cents of the wallet. */
  taken: number;
  bonusCents: number;
  /** What the wallet gave or owes for an order's goods that were not found. */
  goodsOwedCents: number;
  /** What the wallet had not. */
  debtCents: number;
  reason: string;
  providerRef: string | null;
  /** The refund of which this is what the payment could not give at first; null: one by itself. */
  remainderOf: string | null;
  createdAt: Date;
  bookedAt: Date | null;
  undoneAt: Date | null;
  /** Ours, to be sent to the provider: while `sentAt` is null. */
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

/** Writes a refund down, or what became of one that waited. */
export async function saveRefund(tx: Tx, refund: Refund): Promise<void> {
  const written = {
    order_id: refund.orderId,
    payment_id: refund.paymentId,
    cents: refund.cents,
    surplus_cents: refund.surplusCents,
    unclaimed_cents: refund.unclaimedCents,
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

/** The refund of a payment that the provider calls so. */
export async function findByRef(
  db: Db,
  { paymentId, ref }: { paymentId: string; ref: string },
): Promise<Refund | null> {
  const row = await query(db)
    .where("payment_id", "=", paymentId)
    .where("provider_ref", "=", ref)
    .executeTakeFirst();
  return row ? toRefund(row) : null;
}

/** The parts of a refund that its payment could not give at first. */
export async function findRemainders(tx: Tx, id: string): Promise<Refund[]> {
  const rows = await query(tx).where("remainder_of", "=", id).orderBy("created_at").execute();
  return rows.map(toRefund);
}

/**
 * Refunds that wait, the first one first: they were reported before their payment was credited, or
 * other refunds hold its money.
 */
export async function findWaiting(tx: Tx, paymentId: string): Promise<Refund[]> {
  const rows = await query(tx)
    .where("payment_id", "=", paymentId)
    .where("booked_at", "is", null)
    .where("undone_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toRefund);
}

/** All refunds of an account that were booked, undone ones too. */
export async function findBookedOf(tx: Tx, accountId: string): Promise<Refund[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("booked_at", "is not", null)
    .execute();
  return rows.map(toRefund);
}

/** When refunds and disputes of an account's payments were booked last, by the payment's id. */
export async function findReversals(db: Db, accountId: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select payment_id as id, max(booked_at) as at from refund
    where account_id = ${accountId} and payment_id is not null and booked_at is not null
      and undone_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Totals of the refunds that count: booked, and not undone. */
export interface RefundTotals {
  /** All of it. */
  cents: number;
  soldCents: number;
  surplusCents: number;
  unclaimedCents: number;
  /** Of all, by disputes. */
  disputedCents: number;
  dueAmount: number;
  bonusCents: number;
  /** How many there are. */
  count: number;
}

const none: RefundTotals = {
  cents: 0,
  soldCents: 0,
  surplusCents: 0,
  unclaimedCents: 0,
  disputedCents: 0,
  dueAmount: 0,
  bonusCents: 0,
  count: 0,
};

/** What has been given back: of these payments or orders, by their id. */
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
      coalesce(sum(cents) filter (where kind = 'dispute'), 0)::bigint as "disputedCents",
      sum(due_amount)::bigint as "dueAmount",
      sum(bonus_cents)::bigint as "bonusCents", count(*) as count
    from refund where ${sql.ref(of.column)} = any(${of.ids}::uuid[])
      and booked_at is not null and undone_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** As `totalsOfMany`, of one. */
export async function totalsOf(
  db: Db,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<RefundTotals> {
  const id = paymentId ?? orderId ?? "";
  const column = paymentId === null ? "order_id" : "payment_id";
  return (await totalsOfMany(db, { column, ids: [id] })).get(id) ?? none;
}

/**
 * Refunds of these orders that stand and found less than they were due, the oldest first; where the
 * buyer owes money for that, nothing is missing.
 */
export async function findShort(
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

/** A refund has found more of what it was to take. */
export async function addTaken(tx: Tx, id: string, amount: number): Promise<void> {
  await sql`update refund set taken = taken + ${amount} where id = ${id}`.execute(tx);
}

/** Refunds, newest first; `due` are those that are still to be sent. */
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
