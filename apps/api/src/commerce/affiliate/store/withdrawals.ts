/** The table of withdrawals. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export type WithdrawalStatus = "pending" | "paid" | "rejected";

export interface Withdrawal {
  id: string;
  accountId: string;
  target: "balance" | "crypto";
  status: WithdrawalStatus;
  amountCents: number;
  /** Deducted from the amount. */
  feeCents: number;
  contact: string;
  walletAddress: string;
  /** Why it was rejected. */
  reason: string;
  at: Date;
  /** Null while it is pending. */
  decidedAt: Date | null;
}

function query(db: Db) {
  return db.selectFrom("withdrawal").selectAll();
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toWithdrawal(row: Row): Withdrawal {
  return {
    id: row.id,
    accountId: row.account_id,
    target: row.target === "balance" ? "balance" : "crypto",
    status: row.status as WithdrawalStatus,
    amountCents: row.amount_cents,
    feeCents: row.fee_cents,
    contact: row.contact,
    walletAddress: row.wallet_address,
    reason: row.reason,
    at: row.at,
    decidedAt: row.decided_at,
  };
}

export async function insertWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  await tx
    .insertInto("withdrawal")
    .values({
      id: withdrawal.id,
      account_id: withdrawal.accountId,
      target: withdrawal.target,
      status: withdrawal.status,
      amount_cents: withdrawal.amountCents,
      fee_cents: withdrawal.feeCents,
      contact: withdrawal.contact,
      wallet_address: withdrawal.walletAddress,
      reason: withdrawal.reason,
      at: withdrawal.at,
      decided_at: withdrawal.decidedAt,
    })
    .execute();
}

/** Whether the account has requested a payout to this address before, whatever its outcome. */
export async function isKnownAddress(
  db: Db,
  { accountId, walletAddress }: Pick<Withdrawal, "accountId" | "walletAddress">,
): Promise<boolean> {
  const row = await db
    .selectFrom("withdrawal")
    .select("id")
    .where("account_id", "=", accountId)
    .where("wallet_address", "=", walletAddress)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findWithdrawal(db: Db, id: string): Promise<Withdrawal | null> {
  const row = await query(db).where("id", "=", id).executeTakeFirst();
  return row ? toWithdrawal(row) : null;
}

/** A withdrawal; locks it until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal> {
  return toWithdrawal(await query(tx).where("id", "=", id).forUpdate().executeTakeFirstOrThrow());
}

/** An account's pending withdrawals; locks them until the transaction ends. */
export async function lockPendingWithdrawals(tx: Tx, accountId: string): Promise<Withdrawal[]> {
  const rows = await query(tx)
    .where("account_id", "=", accountId)
    .where("status", "=", "pending")
    .orderBy("position")
    .forUpdate()
    .execute();
  return rows.map(toWithdrawal);
}

export async function setDecided(
  tx: Tx,
  decided: { id: string; status: "paid" | "rejected"; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("withdrawal")
    .set({ status: decided.status, reason: decided.reason, decided_at: decided.now })
    .where("id", "=", decided.id)
    .execute();
}

/** Erases personal data from an account's withdrawals; keeps addresses that coins were sent to. */
export async function eraseContacts(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update withdrawal set contact = '',
      wallet_address = case when status = 'paid' then wallet_address else '' end
    where account_id = ${accountId}`.execute(tx);
}

interface Filter {
  accountId: string;
  status?: WithdrawalStatus | undefined;
}

/** A page of an account's withdrawals, newest first, and the total count. */
export async function findWithdrawals(
  db: Db,
  { accountId, status }: Filter,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Withdrawal[]; total: number }> {
  const filtered = db
    .selectFrom("withdrawal")
    .where("account_id", "=", accountId)
    .$if(status !== undefined, (rest) => rest.where("status", "=", status ?? ""));
  const [rows, count] = await Promise.all([
    filtered
      .selectAll()
      .orderBy("position", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filtered.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toWithdrawal), total: Number(count.total) };
}

export interface WithdrawalSums {
  /** Fees included. */
  paidCents: number;
  pendingCents: number;
  pending: number;
}

export async function withdrawalSums(db: Db, accountId: string): Promise<WithdrawalSums> {
  const { rows } = await sql<WithdrawalSums>`
    select coalesce(sum(amount_cents) filter (where status = 'paid'), 0)::bigint as "paidCents",
      coalesce(sum(amount_cents) filter (where status = 'pending'), 0)::bigint as "pendingCents",
      count(*) filter (where status = 'pending') as pending
    from withdrawal where account_id = ${accountId}`.execute(db);
  return rows[0] ?? { paidCents: 0, pendingCents: 0, pending: 0 };
}

/** A page of all accounts' withdrawals, newest first, and the total count. */
export async function pageOfWithdrawals(
  db: Db,
  { status, page, limit }: { status?: WithdrawalStatus | undefined; page: number; limit: number },
): Promise<{ rows: Withdrawal[]; total: number }> {
  const filtered = db
    .selectFrom("withdrawal")
    .$if(status !== undefined, (rest) => rest.where("status", "=", status ?? ""));
  const [rows, count] = await Promise.all([
    filtered
      .selectAll()
      .orderBy("position", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    filtered.select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows: rows.map(toWithdrawal), total: Number(count.total) };
}
