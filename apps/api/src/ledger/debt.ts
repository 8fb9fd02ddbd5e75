/**
 * Debts that refunds leave behind: incoming money pays them first (spec/money#refunds). An account
 * whose wallet has a debt is in arrears (spec/money#arrears).
 */
import {
  type ArrearsChange,
  arrearsChange,
  arrearsSince,
  type ReversedPayment,
} from "@turnpike/rules/arrears.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { recordAccountChanges } from "../platform/changes/changes.ts";
import type { Services } from "../platform/services.ts";
import { type Entry, post } from "./post.ts";

export type DebtAsset = "wallet" | "profit";
interface FormerArrears {
  former_since: Date | null;
  former_ended_at: Date | null;
}

/** Returns what the account owes, in cents, and locks the row until the transaction ends. */
export async function lockDebt(tx: Tx, accountId: string, asset: DebtAsset): Promise<number> {
  // The update changes nothing: it makes this one statement lock and return the row.
  const { rows } = await sql<{ cents: number }>`
    insert into debt (account_id, asset, cents) values (${accountId}, ${asset}, 0)
    on conflict (account_id, asset) do update set cents = debt.cents
    returning cents`.execute(tx);
  return (rows[0] as { cents: number }).cents;
}

export async function setDebt(
  tx: Tx,
  accountId: string,
  { asset, cents }: { asset: DebtAsset; cents: number },
): Promise<void> {
  await sql`
    update debt set cents = ${cents}
    where account_id = ${accountId} and asset = ${asset}`.execute(tx);
}

/**
 * Sets the wallet's debt; `before` is the value that `lockDebt` returned. Within this transaction,
 * notifies the modules that declare `arrears` that arrears begin, grow or end, and gateways that
 * they begin or end. `reversed` lists the account's reversed payments, including those reversed
 * just now.
 */
export async function setWalletDebt(
  services: Services,
  tx: Tx,
  accountId: string,
  { before, cents, reversed = [] }: { before: number; cents: number; reversed?: ReversedPayment[] },
): Promise<void> {
  const change: ArrearsChange = arrearsChange(before, cents);
  const times = await timesOf(services, tx, accountId, { change, reversed });
  const { rows } = await sql<{ since: Date | null }>`
    update debt set cents = ${cents} ${times}
    where account_id = ${accountId} and asset = 'wallet' returning since`.execute(tx);
  const { since } = rows[0] as { since: Date | null };
  if (change === null) return;
  if (change !== "grew") await recordAccountChanges(services, tx, accountId);
  const paidAts = reversed.map((payment) => payment.paidAt);
  const paidAt = paidAts.length > 0 ? new Date(Math.min(...paidAts)) : null;
  const changed = { accountId, change, cents, since, paidAt };
  for (const { arrears } of services.modules.list) await arrears?.(services, tx, changed);
}

/** The columns to set, too, when arrears begin or end; empty when neither happens. */
async function timesOf(
  services: Services,
  tx: Tx,
  accountId: string,
  { change, reversed }: { change: ArrearsChange; reversed: ReversedPayment[] },
) {
  const now = services.world.now();
  if (change === "ended") {
    return sql`, since = null, former_since = since, former_ended_at = ${new Date(now)}`;
  }
  if (change !== "began") return sql``;
  const { rows } = await sql<FormerArrears>`
    select former_since, former_ended_at from debt
    where account_id = ${accountId} and asset = 'wallet'`.execute(tx);
  const { former_since, former_ended_at } = rows[0] as FormerArrears;
  const ended = former_since !== null && former_ended_at !== null;
  const former = ended
    ? { since: former_since.getTime(), endedAt: former_ended_at.getTime() }
    : null;
  return sql`, since = ${new Date(arrearsSince(now, former, reversed))}`;
}

/**
 * Pays the wallet's debt out of `cents` that have just come in, as a separate entry. The caller
 * locks the debt with `lockDebt` before posting anything and passes its result as `owedCents`.
 * Returns how much of the debt was paid.
 */
export async function payWalletDebt(
  services: Services,
  tx: Tx,
  accountId: string,
  paid: { owedCents: number; cents: number; entry: Omit<Entry, "lines" | "kind"> },
): Promise<number> {
  const { owedCents, entry } = paid;
  const cents = Math.min(owedCents, paid.cents);
  if (cents <= 0) return 0;
  const lines = [
    { owner: accountId, asset: "wallet", bucket: "main", amount: -cents } as const,
    { owner: null, asset: "wallet", bucket: "debts", amount: cents } as const,
  ];
  await post(tx, { ...entry, kind: "debt", lines });
  await setWalletDebt(services, tx, accountId, { before: owedCents, cents: owedCents - cents });
  return cents;
}

/** Returns what the account owes, in cents, without locking it. */
export async function debtOf(db: Db, accountId: string, asset: DebtAsset): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select cents from debt where account_id = ${accountId} and asset = ${asset}`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** What an account's wallet owes, in cents, as a column of another query. */
export const walletDebtOf = (accountId: RawBuilder<unknown>) => sql<number>`coalesce((
  select cents from debt where account_id = ${accountId} and asset = 'wallet'), 0)`;

export interface Arrears {
  cents: number;
  since: Date;
}

/** The arrears of those of these accounts that have any, by account id. */
export async function arrearsAmong(db: Db, accountIds: string[]): Promise<Map<string, Arrears>> {
  const { rows } = await sql<{ account_id: string; cents: number; since: Date }>`
    select account_id, cents, since from debt
    where account_id = any(${accountIds}::uuid[]) and asset = 'wallet' and cents > 0
      and since is not null`.execute(db);
  return new Map(rows.map(({ account_id, cents, since }) => [account_id, { cents, since }]));
}

/** The account's arrears; null if it owes nothing. */
export async function arrearsOf(db: Db, accountId: string): Promise<Arrears | null> {
  return (await arrearsAmong(db, [accountId])).get(accountId) ?? null;
}
