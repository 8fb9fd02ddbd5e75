/** The tables of auto top-up. */
import { sql } from "kysely";
import { holdingsOf } from "../../ledger/balances.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { unfinishedAccounts } from "../saved-card/store/charges.ts";

export interface AutoTopUp {
  accountId: string;
  enabled: boolean;
  thresholdCents: number;
  amountCents: number;
  monthCents: number;
  /** Null once its card was removed. */
  cardId: string | null;
  /** In a row. */
  refusals: number;
  stoppedAt: Date | null;
  nextAt: Date | null;
}

const columns = sql`account_id as "accountId", enabled, threshold_cents as "thresholdCents",
  amount_cents as "amountCents", month_cents as "monthCents", card_id as "cardId", refusals,
  stopped_at as "stoppedAt", next_at as "nextAt"`;

export async function findAutoTopUp(db: Db | Tx, accountId: string): Promise<AutoTopUp | null> {
  const { rows } = await sql<AutoTopUp>`
    select ${columns} from auto_top_up where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The same; whoever else decides about it waits until this transaction ends. */
export async function lockAutoTopUp(tx: Tx, accountId: string): Promise<AutoTopUp | null> {
  const { rows } = await sql<AutoTopUp>`
    select ${columns} from auto_top_up where account_id = ${accountId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** What a customer sets; refusals of before are forgotten. */
export async function upsertAutoTopUp(
  tx: Tx,
  {
    accountId,
    enabled,
    thresholdCents,
    amountCents,
    monthCents,
    cardId,
  }: Omit<AutoTopUp, "refusals" | "stoppedAt" | "nextAt">,
): Promise<void> {
  await sql`
    insert into auto_top_up (account_id, enabled, threshold_cents, amount_cents, month_cents,
      card_id)
    values (${accountId}, ${enabled}, ${thresholdCents}, ${amountCents}, ${monthCents}, ${cardId})
    on conflict (account_id) do update set enabled = excluded.enabled,
      threshold_cents = excluded.threshold_cents, amount_cents = excluded.amount_cents,
      month_cents = excluded.month_cents, card_id = excluded.card_id, refusals = 0,
      stopped_at = null, next_at = null`.execute(tx);
}

/** After a charge: how many refusals there were in a row, when to go on, and whether to at all. */
export async function setProgress(
  tx: Tx,
  {
    accountId,
    refusals,
    nextAt,
    stoppedAt = null,
  }: { accountId: string; refusals: number; nextAt: Date | null; stoppedAt?: Date | null },
): Promise<void> {
  await sql`
    update auto_top_up set refusals = ${refusals}, next_at = ${nextAt}, stopped_at = ${stoppedAt},
      enabled = enabled and ${stoppedAt}::timestamptz is null
    where account_id = ${accountId}`.execute(tx);
}

/** Looks at an account again only then, whatever it was looked at for. */
export async function postpone(
  db: Db,
  { accountId, nextAt }: { accountId: string; nextAt: Date },
): Promise<void> {
  await sql`
    update auto_top_up set next_at = ${nextAt} where account_id = ${accountId}`.execute(db);
}

/** Accounts whose wallet is below their threshold and that nothing holds up, at most so many. */
export async function accountsBelow(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select t.account_id as "accountId" from auto_top_up t
    left join (${holdingsOf("wallet")}) w on w.owner = t.account_id
    where t.enabled and t.card_id is not null and (t.next_at is null or t.next_at <= ${now})
      and coalesce(w.balance, 0) < t.threshold_cents
      and t.account_id not in (${unfinishedAccounts})
    order by t.next_at nulls first limit ${limit}`.execute(db);
  return rows.map(({ accountId }) => accountId);
}

/** Switches off what closed accounts had set; charges stay, as money does. */
export async function deleteAutoTopUp(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from auto_top_up where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
