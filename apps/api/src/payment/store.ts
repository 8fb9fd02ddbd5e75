/** The payments' tables. */
import type { PaymentNews, PaymentState, PaymentStatus } from "@turnpike/rules/payment.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../db/database.ts";

export type OutsideMethod = "card" | "crypto";
export interface Payment extends PaymentState {
  id: string;
  accountId: string;
  /** Null: into the wallet. */
  orderId: string | null;
  method: OutsideMethod;
  provider: string;
  bonusCents: number;
  createdAt: Date;
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
    method: row.method as OutsideMethod,
    provider: row.provider,
    status: row.status as PaymentStatus,
    amountCents: row.amount_cents,
    bonusCents: row.bonus_cents,
    receivedCents: row.received_cents,
    refundDue: row.refund_due,
    createdAt: row.created_at,
  };
}

export async function insertPayment(
  tx: Tx,
  payment: Omit<Payment, keyof PaymentState> & { amountCents: number; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto("payment")
    .values({
      id: payment.id,
      account_id: payment.accountId,
      order_id: payment.orderId,
      method: payment.method,
      provider: payment.provider,
      status: "pending",
      amount_cents: payment.amountCents,
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

/** One payment, locked until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<Payment | null> {
  const row = await query(tx).where("id", "=", id).forUpdate().executeTakeFirst();
  return row ? toPayment(row) : null;
}

/** A page of an account's recharges, newest first, and how many there are in all. */
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

export async function setState(tx: Tx, id: string, state: PaymentState, now: Date): Promise<void> {
  const { status, receivedCents, refundDue } = state;
  const instant = sql<Date>`${now}::timestamptz`;
  await tx
    .updateTable("payment")
    .set({ status, received_cents: receivedCents, refund_due: refundDue })
    .$if(status === "paid" || status === "refunded", (update) =>
      update.set({ paid_at: sql<Date>`coalesce(paid_at, ${instant})` }),
    )
    .$if(status === "refunded", (update) =>
      update.set({ refunded_at: sql<Date>`coalesce(refunded_at, ${instant})` }),
    )
    .where("id", "=", id)
    .execute();
}

/** Writes an event of a provider down; false where it was there already. */
export async function insertEvent(
  tx: Tx,
  event: { provider: string; id: string; paymentId: string; news: PaymentNews; now: Date },
): Promise<boolean> {
  const { news } = event;
  const row = await tx
    .insertInto("payment_event")
    .values({
      provider: event.provider,
      event_id: event.id,
      payment_id: event.paymentId,
      what: news.what,
      received_cents: news.what === "received" ? news.receivedCents : null,
      at: event.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Pending payments whose time is over. */
export async function findOverdue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("payment")
    .select("id")
    .where("status", "=", "pending")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function setExpired(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("payment")
    .set({ status: "expired" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** What the account owes from refunded recharges, in cents; locked until the transaction ends. */
export async function lockDebt(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .insertInto("wallet_debt")
    .values({ account_id: accountId, cents: 0 })
    // An update that changes nothing, so that the row is locked and returned in one go.
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({ cents: sql<number>`wallet_debt.cents` }),
    )
    .returning("cents")
    .executeTakeFirstOrThrow();
  return row.cents;
}

export async function setDebt(tx: Tx, accountId: string, cents: number): Promise<void> {
  await tx.updateTable("wallet_debt").set({ cents }).where("account_id", "=", accountId).execute();
}

/** An account's pending payments, locked until the transaction ends. */
export async function lockPending(tx: Tx, accountId: string): Promise<Payment[]> {
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
