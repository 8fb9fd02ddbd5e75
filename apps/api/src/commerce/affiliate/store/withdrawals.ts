/** The table of withdrawals. */
import { type RawBuilder, sql } from "kysely";
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

const columns = sql.raw(
  `id, account_id as "accountId", target, status, amount_cents as "amountCents",
   fee_cents as "feeCents", contact, wallet_address as "walletAddress", reason, at,
   decided_at as "decidedAt"`,
);

export async function insertWithdrawal(tx: Tx, withdrawal: Withdrawal): Promise<void> {
  await sql`
    insert into withdrawal (id, account_id, target, status, amount_cents, fee_cents, contact,
      wallet_address, reason, at, decided_at)
    values (${withdrawal.id}, ${withdrawal.accountId}, ${withdrawal.target}, ${withdrawal.status},
      ${withdrawal.amountCents}, ${withdrawal.feeCents}, ${withdrawal.contact},
      ${withdrawal.walletAddress}, ${withdrawal.reason}, ${withdrawal.at},
      ${withdrawal.decidedAt})`.execute(tx);
}

/** Whether the account has requested a payout to this address before, whatever its outcome. */
export async function isKnownAddress(
  db: Db,
  { accountId, walletAddress }: Pick<Withdrawal, "accountId" | "walletAddress">,
): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawal
    where account_id = ${accountId} and wallet_address = ${walletAddress} limit 1`.execute(db);
  return rows.length > 0;
}

export async function findWithdrawal(db: Db, id: string): Promise<Withdrawal | null> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawal where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** A withdrawal; locks it until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawal where id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`the withdrawal ${id} is gone`);
  return row;
}

/** An account's pending withdrawals; locks them until the transaction ends. */
export async function lockPendingWithdrawals(tx: Tx, accountId: string): Promise<Withdrawal[]> {
  const { rows } = await sql<Withdrawal>`
    select ${columns} from withdrawal where account_id = ${accountId} and status = 'pending'
    order by position for update`.execute(tx);
  return rows;
}

export async function setDecided(
  tx: Tx,
  decided: { id: string; status: "paid" | "rejected"; reason: string; now: Date },
): Promise<void> {
  await sql`
    update withdrawal set status = ${decided.status}, reason = ${decided.reason},
      decided_at = ${decided.now}
    where id = ${decided.id}`.execute(tx);
}

/** Erases personal data from an account's withdrawals; keeps addresses that coins were sent to. */
export async function eraseContacts(tx: Tx, accountId: string): Promise<void> {
  await sql`
    update withdrawal set contact = '',
      wallet_address = case when status = 'paid' then wallet_address else '' end
    where account_id = ${accountId}`.execute(tx);
}

interface Page {
  page: number;
  limit: number;
}

async function pageOf(db: Db, where: RawBuilder<unknown>, { page, limit }: Page) {
  const [{ rows }, counted] = await Promise.all([
    sql<Withdrawal>`
      select ${columns} from withdrawal where ${where}
      order by position desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`select count(*) as total from withdrawal where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

const withStatus = (status: WithdrawalStatus | undefined) =>
  status === undefined ? sql`true` : sql`status = ${status}`;

/** A page of an account's withdrawals, newest first, and the total count. */
export const findWithdrawals = (
  db: Db,
  { accountId, status }: { accountId: string; status?: WithdrawalStatus | undefined },
  page: Page,
) => pageOf(db, sql`account_id = ${accountId} and ${withStatus(status)}`, page);

/** A page of all accounts' withdrawals, newest first, and the total count. */
export const pageOfWithdrawals = (
  db: Db,
  { status, ...page }: { status?: WithdrawalStatus | undefined } & Page,
) => pageOf(db, withStatus(status), page);

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
