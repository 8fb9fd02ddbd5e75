/** Locks accounts, so that work for an account can rely on it staying open until the commit. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { pipelineStatement } from "../../platform/db/pipeline.ts";
import { type LockedAccountRow, lockRowForShare, lockRow } from "./store/account.ts";
import { findInvoiceTitle, type InvoiceTitle } from "./store/invoice-title.ts";

const lockKeyOf = (accountId: string) => sql`hashtextextended('account ' || ${accountId}::text, 0)`;

/**
 * Waits for all that share the account's lock (`lockAccount`); later ones wait until this
 * transaction ends. Row locks would not suffice: new shared row locks overtake a waiting exclusive
 * one, so an account with overlapping calls could never be closed.
 */
export async function lockAccountExclusively(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKeyOf(accountId)})`.execute(tx);
}

/** The rows of the accounts that transactions have locked. */
const lockedRows = new WeakMap<Db | Tx, Map<string, LockedAccountRow>>();

function remember(tx: Tx, accountId: string, row: LockedAccountRow): void {
  lockedRows.set(
    tx,
    (lockedRows.get(tx) ?? new Map<string, LockedAccountRow>()).set(accountId, row),
  );
}

/** The row as of this transaction's `lockAccount`; undefined if it locked no such account. */
export function lockedAccountRow(tx: Db | Tx, accountId: string): LockedAccountRow | undefined {
  return lockedRows.get(tx)?.get(accountId);
}

/**
 * Keeps an account open and enabled until the transaction ends: closing and disabling it wait. Null
 * if it is gone. A shared lock: `lockAccountRow` waits for it.
 */
export async function lockAccount(
  tx: Tx,
  accountId: string,
  hasSession: RawBuilder<boolean> = sql<boolean>`false`,
): Promise<{ disabled: boolean; closed: boolean } | null> {
  await pipelineStatement(tx, sql`select pg_advisory_xact_lock_shared(${lockKeyOf(accountId)})`);
  // A separate statement: one that had to wait for the lock would see the row from before the wait.
  const row = await lockRowForShare(tx, accountId, hasSession);
  if (row) remember(tx, accountId, row);
  return row ? { disabled: row.disabled_at !== null, closed: row.closed_at !== null } : null;
}

/**
 * Like `lockAccount`, for work that needs an open account: nothing is bought or created for an
 * account that was closed or disabled since the call began.
 * @throws Refusal sessionInvalid
 */
export async function lockOpenAccount(
  tx: Tx,
  accountId: string,
  hasSession?: RawBuilder<boolean>,
): Promise<void> {
  const status = await lockAccount(tx, accountId, hasSession);
  if (!status || status.disabled) throw new Refusal("sessionInvalid");
}

/**
 * Refuses an account in arrears. The caller has locked it with `lockAccount`: code that starts
 * arrears locks it exclusively (`lockAccountExclusively`), so nothing is spent concurrently.
 * @throws Refusal inArrears
 */
export function refuseInArrears(tx: Tx, accountId: string): void {
  const row = lockedAccountRow(tx, accountId);
  if (!row) throw new Error("an account whose arrears are asked for has to be locked");
  if (row.debt_cents > 0) throw new Refusal("inArrears");
}

/** Like `findInvoiceTitle`, but takes it from `lockAccount` if this transaction called that. */
export async function lockedTitleOf(tx: Tx, accountId: string): Promise<InvoiceTitle | null> {
  const row = lockedAccountRow(tx, accountId);
  return row ? row.title : findInvoiceTitle(tx, accountId);
}

/**
 * Locks the account's row until the transaction ends; all changes of passwords and sessions lock it
 * first. It waits for the money calls that have begun, and later ones wait for it (`lockAccount`):
 * they see whether their session has ended. Null if the account is gone.
 */
export async function lockAccountRow(
  tx: Tx,
  accountId: string,
): Promise<{ loginMinutes: number; disabled: boolean } | null> {
  await lockAccountExclusively(tx, accountId);
  const row = await lockRow(tx, accountId);
  return row ? { loginMinutes: row.login_minutes, disabled: row.disabled_at !== null } : null;
}
