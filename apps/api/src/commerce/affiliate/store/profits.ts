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
  await sql`
    insert into profit (id, account_id, order_id, buyer_id, order_no, order_cents, percent, renewal,
      earned_cents, paid_at, freeze_ends_at)
    values (${profit.id}, ${profit.accountId}, ${profit.orderId}, ${profit.buyerId},
      ${profit.orderNo}, ${profit.orderCents}, ${profit.percent}, ${profit.renewal},
      ${profit.earnedCents}, ${profit.paidAt}, ${profit.freezeEndsAt})`.execute(tx);
}

const frozen = sql`freeze_ends_at is not null and freed_at is null`;

/** Profits of earlier releases do not say whether they are of a renewal: those of 5 % are. */
const columns = sql`
  id, account_id as "accountId", order_id as "orderId", buyer_id as "buyerId",
  order_no as "orderNo", order_cents as "orderCents", refunded_cents as "refundedCents",
  reversed_cents as "reversedCents", percent,
  coalesce(renewal, percent = ${sql.lit(specifiedRates.affiliateRenewalPercent)}) as renewal,
  earned_cents as "earnedCents", deducted_cents as "deductedCents",
  reversed_profit_cents as "reversedProfitCents", adjustments, paid_at as "paidAt",
  freeze_ends_at as "freezeEndsAt", ${frozen} as frozen`;

/** The account that an order earned profit for; null if none. */
export async function earnerOf(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from profit where order_id = ${orderId}`.execute(db);
  return rows[0]?.account_id ?? null;
}

/** The profit of an order; locks it until the transaction ends. */
export async function lockProfit(tx: Tx, orderId: string): Promise<ProfitRow> {
  const { rows } = await sql<ProfitRow>`
    select ${columns} from profit where order_id = ${orderId} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the profit of order ${orderId} is gone`);
  return row;
}

export async function setAdjusted(
  tx: Tx,
  changed: Pick<
    ProfitRow,
    "id" | "refundedCents" | "reversedCents" | "deductedCents" | "adjustments"
  >,
): Promise<void> {
  await sql`
    update profit set refunded_cents = ${changed.refundedCents},
      reversed_cents = ${changed.reversedCents}, deducted_cents = ${changed.deductedCents},
      adjustments = ${changed.adjustments}
    where id = ${changed.id}`.execute(tx);
}

/**
 * The account that a buyer's orders earned profit for; null if they earned none. It is one for good:
 * an inviter is named at sign-up, and may be removed.
 */
export async function earnerFrom(tx: Tx, buyerId: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from profit where buyer_id = ${buyerId} limit 1`.execute(tx);
  return rows[0]?.account_id ?? null;
}

/** A buyer's profits of these orders, and those that are partly reversed already; locks them. */
export async function lockProfitsToReverse(
  tx: Tx,
  { accountId, buyerId, orderIds }: { accountId: string; buyerId: string; orderIds: string[] },
): Promise<ProfitRow[]> {
  const { rows } = await sql<ProfitRow>`
    select ${columns} from profit where account_id = ${accountId} and buyer_id = ${buyerId}
      and (reversed_cents > 0 or order_id = any(${orderIds}::uuid[]))
    order by position for update`.execute(tx);
  return rows;
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
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from profit
    where freed_at is null and freeze_ends_at <= ${now} and account_id <> all(${except}::uuid[])
    limit ${limit}`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Locks and returns an account's profits whose freeze has ended; skips rows locked by others. */
export async function lockProfitsToUnfreeze(
  tx: Tx,
  { accountId, now, limit }: { accountId: string; now: Date; limit: number },
): Promise<ProfitRow[]> {
  const { rows } = await sql<ProfitRow>`
    select ${columns} from profit
    where account_id = ${accountId} and freed_at is null and freeze_ends_at <= ${now}
    order by position limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

export async function setUnfrozen(tx: Tx, ids: string[], now: Date): Promise<void> {
  await sql`update profit set freed_at = ${now} where id = any(${ids}::uuid[])`.execute(tx);
}

/** Ends all freezes of an account; the caller forfeits the profit. */
export async function endFreezes(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    update profit set freed_at = ${now}
    where account_id = ${accountId} and freed_at is null
      and freeze_ends_at is not null`.execute(tx);
}

const isNotFullyDeducted = sql`(deducted_cents = 0 or deducted_cents < earned_cents)`;
/** The same conditions as `profitStatus` of the rules. */
const statuses = {
  deducted: sql`deducted_cents > 0 and deducted_cents = earned_cents`,
  frozen: sql`(${frozen}) and ${isNotFullyDeducted}`,
  available: sql`not (${frozen}) and ${isNotFullyDeducted}`,
};

/** A page of an account's profits, newest first, and the total count. */
export async function findProfits(
  db: Db,
  { accountId, status }: { accountId: string; status?: keyof typeof statuses | undefined },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ProfitRow[]; total: number }> {
  const where = sql`account_id = ${accountId} ${status === undefined ? sql`` : sql`and ${statuses[status]}`}`;
  const [{ rows }, counted] = await Promise.all([
    sql<ProfitRow>`
      select ${columns} from profit where ${where}
      order by position desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from profit where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
