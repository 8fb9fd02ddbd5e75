/** The refund queue for providers: the columns of the table of refunds that track sending. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** A due refund, claimed by one worker until `nextTryAt`. */
export interface DueRefund {
  id: string;
  accountId: string;
  orderId: string | null;
  paymentId: string;
  cents: number;
  reason: string;
  /** Including this attempt. */
  tries: number;
}

/**
 * Claims the refund that has been due longest, for `claimMs`; null if there is none. Concurrent
 * calls claim different refunds.
 */
export async function claimDueRefund(
  db: Db,
  { now, claimMs }: { now: Date; claimMs: number },
): Promise<DueRefund | null> {
  const { rows } = await sql<DueRefund>`
    update refund set tries = tries + 1, next_try_at = ${new Date(now.getTime() + claimMs)}
    where id = (select id from refund where due and sent_at is null and undone_at is null
      and booked_at is not null and payment_id is not null and cents > 0 and next_try_at <= ${now}
      order by next_try_at limit 1 for update skip locked)
    returning id, account_id as "accountId", order_id as "orderId", payment_id as "paymentId",
      cents, reason, tries`.execute(db);
  return rows[0] ?? null;
}

/** Marks a refund as sent to the provider. */
export async function setSent(
  tx: Tx,
  id: string,
  sent: { ref: string; claimUrl: string | null; now: Date },
): Promise<void> {
  await sql`
    update refund set provider_ref = ${sent.ref}, sent_at = ${sent.now}, last_error = null,
      claim_url = coalesce(${sent.claimUrl}, claim_url)
    where id = ${id}`.execute(tx);
}

/** Saves the address that a refund was claimed to, and its payout's state at the provider. */
export async function savePayout(
  db: Db,
  { ref, address, state }: { ref: string; address: string; state: string },
): Promise<void> {
  await sql`
    update refund set payout_address = ${address}, payout_state = ${state}
    where provider_ref = ${ref} and claim_url is not null`.execute(db);
}

/** Records a failed attempt and when to retry. */
export async function setTryFailed(
  db: Db,
  id: string,
  failed: { error: string; nextTryAt: Date },
): Promise<void> {
  await sql`
    update refund set last_error = ${failed.error}, next_try_at = ${failed.nextTryAt}
    where id = ${id}`.execute(db);
}

/** Clears a refund's provider id when another refund has the same one, as ids must be unique. */
export async function clearRef(tx: Tx, id: string): Promise<void> {
  await sql`update refund set provider_ref = null where id = ${id}`.execute(tx);
}
