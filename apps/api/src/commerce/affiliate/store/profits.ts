/** The profits' table: what each order earned who invited its buyer. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface ProfitRow {
  id: string;
  /** The inviter. */
  accountId: string;
  orderId: string;
  buyerId: string;
  orderNo: string;
  orderCents: number;
  refundedCents: number;
  percent: number;
  earnedCents: number;
  deductedCents: number;
  /** How often it was deducted or restored. */
  adjustments: number;
  paidAt: Date;
  /** Null: available from the start. */
  freezeEndsAt: Date | null;
  frozen: boolean;
}

export type NewProfit = Omit<
  ProfitRow,
  "refundedCents" | "deductedCents" | "adjustments" | "frozen"
>;

export async function insertProfit(tx: Tx, profit: NewProfit): Promise<void> {
  await tx
    .insertInto("profit")
    .values({
      id: profit.id,
      account_id: profit.accountId,
      order_id: profit.orderId,
      buyer_id: profit.buyerId,
      order_no: profit.orderNo,
      order_cents: profit.orderCents,
      percent: profit.percent,
      earned_cents: profit.earnedCents,
      paid_at: profit.paidAt,
      freeze_ends_at: profit.freezeEndsAt,
    })
    .execute();
}

const frozen = sql<boolean>`freeze_ends_at is not null and freed_at is null`;

function query(db: Db) {
  return db.selectFrom("profit").selectAll().select(frozen.as("frozen"));
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toProfit(row: Row): ProfitRow {
  return {
    id: row.id,
    accountId: row.account_id,
    orderId: row.order_id,
    buyerId: row.buyer_id,
    orderNo: row.order_no,
    orderCents: row.order_cents,
    refundedCents: row.refunded_cents,
    percent: row.percent,
    earnedCents: row.earned_cents,
    deductedCents: row.deducted_cents,
    adjustments: row.adjustments,
    paidAt: row.paid_at,
    freezeEndsAt: row.freeze_ends_at,
    frozen: row.frozen,
  };
}

/** Whom an order earned a profit; null where nobody. */
export async function earnerOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom("profit")
    .select("account_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** The profit of an order, locked until the transaction ends. */
export async function lockProfit(tx: Tx, orderId: string): Promise<ProfitRow> {
  const row = await query(tx).where("order_id", "=", orderId).forUpdate().executeTakeFirstOrThrow();
  return toProfit(row);
}

export async function setAdjusted(
  tx: Tx,
  changed: { id: string; refundedCents: number; deductedCents: number; adjustments: number },
): Promise<void> {
  await tx
    .updateTable("profit")
    .set({
      refunded_cents: changed.refundedCents,
      deducted_cents: changed.deductedCents,
      adjustments: changed.adjustments,
    })
    .where("id", "=", changed.id)
    .execute();
}

/** Accounts of which some profit is frozen no longer. */
export async function accountsToFree(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("profit")
    .select("account_id")
    .distinct()
    .where("freed_at", "is", null)
    .where("freeze_ends_at", "<=", now)
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Profits of an account whose freeze has ended; locked, without those that another has locked. */
export async function lockToFree(
  tx: Tx,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<ProfitRow[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("freed_at", "is", null)
    .where("freeze_ends_at", "<=", now)
    .orderBy("position")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(toProfit);
}

export async function setFreed(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`update profit set freed_at = ${now} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Nothing of an account is frozen any longer: it is forfeited. */
export async function endFreezes(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable("profit")
    .set({ freed_at: now })
    .where("account_id", "=", accountId)
    .where("freed_at", "is", null)
    .where("freeze_ends_at", "is not", null)
    .execute();
}

const left = sql<boolean>`(deducted_cents = 0 or deducted_cents < earned_cents)`;
/** As `profitStatus` of the rules says. */
const statuses = {
  deducted: sql<boolean>`deducted_cents > 0 and deducted_cents = earned_cents`,
  frozen: sql<boolean>`(${frozen}) and ${left}`,
  available: sql<boolean>`not (${frozen}) and ${left}`,
};

/** A page of an account's profits, newest first, and how many there are in all. */
export async function findProfits(
  db: Db,
  { accountId, status }: { accountId: string; status?: keyof typeof statuses | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ProfitRow[]; total: number }> {
  const within = statuses[status ?? "available"];
  const [rows, count] = await Promise.all([
    query(db)
      .where("account_id", "=", accountId)
      .$if(status !== undefined, (rest) => rest.where(within))
      .orderBy("position", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom("profit")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where("account_id", "=", accountId)
      .$if(status !== undefined, (rest) => rest.where(within))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toProfit), total: Number(count.total) };
}
