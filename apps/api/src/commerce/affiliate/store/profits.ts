/** The table of profits: what each order earned its buyer's inviter. */
import { specifiedRates } from "@turnpike/rules/rates.ts";
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
  /** The part of the order that was paid from a recharge reversed since. */
  reversedCents: number;
  percent: number;
  renewal: boolean;
  earnedCents: number;
  deductedCents: number;
  /** The part of `deductedCents` that was deducted for `reversedCents`. */
  reversedProfitCents: number;
  /** How often the profit was deducted or restored. */
  adjustments: number;
  paidAt: Date;
  /** Null if available from the start. */
  freezeEndsAt: Date | null;
  frozen: boolean;
}

export type NewProfit = Omit<
  ProfitRow,
  | "refundedCents"
  | "reversedCents"
  | "deductedCents"
  | "reversedProfitCents"
  | "adjustments"
  | "frozen"
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
      renewal: profit.renewal,
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
    reversedCents: row.reversed_cents,
    percent: row.percent,
    // Profits of earlier releases: 5 % were those of renewals.
    renewal: row.renewal ?? row.percent === specifiedRates.affiliateRenewalPercent,
    earnedCents: row.earned_cents,
    deductedCents: row.deducted_cents,
    reversedProfitCents: row.reversed_profit_cents,
    adjustments: row.adjustments,
    paidAt: row.paid_at,
    freezeEndsAt: row.freeze_ends_at,
    frozen: row.frozen,
  };
}

/** The account that an order earned profit for; null if none. */
export async function earnerOf(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom("profit")
    .select("account_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** The profit of an order; locks it until the transaction ends. */
export async function lockProfit(tx: Tx, orderId: string): Promise<ProfitRow> {
  const row = await query(tx).where("order_id", "=", orderId).forUpdate().executeTakeFirstOrThrow();
  return toProfit(row);
}

export async function setAdjusted(
  tx: Tx,
  changed: Pick<
    ProfitRow,
    "id" | "refundedCents" | "reversedCents" | "deductedCents" | "adjustments"
  >,
): Promise<void> {
  await tx
    .updateTable("profit")
    .set({
      refunded_cents: changed.refundedCents,
      reversed_cents: changed.reversedCents,
      deducted_cents: changed.deductedCents,
      adjustments: changed.adjustments,
    })
    .where("id", "=", changed.id)
    .execute();
}

/** Whether any of a buyer's orders earned profit. */
export async function hasProfits(tx: Tx, buyerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from profit where buyer_id = ${buyerId} limit 1`.execute(tx);
  return rows.length > 0;
}

/** A buyer's profits of these orders, and those that are partly reversed already; locks them. */
export async function lockProfitsToReverse(
  tx: Tx,
  { accountId, buyerId, orderIds }: { accountId: string; buyerId: string; orderIds: string[] },
): Promise<ProfitRow[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("buyer_id", "=", buyerId)
    .where(sql<boolean>`(reversed_cents > 0 or order_id = any(${orderIds}::uuid[]))`)
    .orderBy("position")
    .forUpdate()
    .execute();
  return rows.map(toProfit);
}

/** Saves what reversals deducted from profits, in one statement. */
export async function setReversed(
  tx: Tx,
  changed: {
    after: Pick<ProfitRow, "id" | "reversedCents" | "deductedCents" | "reversedProfitCents">;
  }[],
): Promise<void> {
  const rows = JSON.stringify(changed.map(({ after }) => after));
  await sql`
    update profit set reversed_cents = n."reversedCents", deducted_cents = n."deductedCents",
      reversed_profit_cents = n."reversedProfitCents"
    from jsonb_to_recordset(${rows}::jsonb) as n (id uuid, "reversedCents" bigint,
      "deductedCents" bigint, "reversedProfitCents" bigint)
    where profit.id = n.id`.execute(tx);
}

/** Accounts with a profit whose freeze has ended, but some. */
export async function accountsToUnfreeze(
  db: Db,
  { now, except, limit }: { now: Date; except: string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("profit")
    .select("account_id")
    .distinct()
    .where("freed_at", "is", null)
    .where("freeze_ends_at", "<=", now)
    .where(sql<boolean>`account_id <> all(${except}::uuid[])`)
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

/** Locks and returns an account's profits whose freeze has ended; skips rows locked by others. */
export async function lockProfitsToUnfreeze(
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

export async function setUnfrozen(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`update profit set freed_at = ${now} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Ends all freezes of an account; the caller forfeits the profit. */
export async function endFreezes(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable("profit")
    .set({ freed_at: now })
    .where("account_id", "=", accountId)
    .where("freed_at", "is", null)
    .where("freeze_ends_at", "is not", null)
    .execute();
}

const isNotFullyDeducted = sql<boolean>`(deducted_cents = 0 or deducted_cents < earned_cents)`;
/** The same conditions as `profitStatus` of the rules. */
const statuses = {
  deducted: sql<boolean>`deducted_cents > 0 and deducted_cents = earned_cents`,
  frozen: sql<boolean>`(${frozen}) and ${isNotFullyDeducted}`,
  available: sql<boolean>`not (${frozen}) and ${isNotFullyDeducted}`,
};

/** A page of an account's profits, newest first, and the total count. */
export async function findProfits(
  db: Db,
  { accountId, status }: { accountId: string; status?: keyof typeof statuses | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ProfitRow[]; total: number }> {
  const statusFilter = statuses[status ?? "available"];
  const [rows, count] = await Promise.all([
    query(db)
      .where("account_id", "=", accountId)
      .$if(status !== undefined, (rest) => rest.where(statusFilter))
      .orderBy("position", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom("profit")
      .select((select) => select.fn.countAll<number>().as("total"))
      .where("account_id", "=", accountId)
      .$if(status !== undefined, (rest) => rest.where(statusFilter))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toProfit), total: Number(count.total) };
}
