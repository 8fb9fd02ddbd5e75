/** Refunds, and the progress of their payouts. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { holderColumns, type Page, type Paged, readPage } from "./paging.ts";

export interface RefundState {
  sentAt: string | null;
  claimUrl: string | null;
  lastError: string | null;
}

/** Returns the state of a refund's payout. */
export async function refundState(db: Db, id: string): Promise<RefundState> {
  const { rows } = await sql<{
    at: Date | null;
    claimUrl: string | null;
    lastError: string | null;
  }>`
    select sent_at as at, claim_url as "claimUrl", last_error as "lastError"
    from refund where id = ${id}`.execute(db);
  const { at = null, claimUrl = null, lastError = null } = rows[0] ?? {};
  return { sentAt: at?.toISOString() ?? null, claimUrl, lastError };
}

const isDue = sql`(r.due and r.sent_at is null and r.undone_at is null)`;

export interface ListedRefund {
  id: string;
  accountId: string;
  email: string | null;
  at: Date;
  /** The order number, or the payment id. */
  of: string;
  kind: string;
  cents: number | null;
  to: string;
  state: "undone" | "waiting" | "due" | "done";
  tries: number;
  error: string | null;
  reason: string;
  /** State of the crypto payout, as the provider calls it. */
  payout: string | null;
  claimUrl: string | null;
}

/** Returns a page of refunds, newest first; with `due`, only those not sent yet. */
export function listRefunds(
  db: Db,
  { due, ...page }: Page & { due: boolean },
): Promise<Paged<ListedRefund>> {
  return readPage(db, {
    ...page,
    columns: sql`r.id, ${holderColumns}, r.created_at as at,
      coalesce(o.order_no, r.payment_id::text) as of, r.kind, r.cents,
      coalesce(p.method, 'wallet') as to, r.tries, r.last_error as error, r.reason,
      r.payout_state as payout, r.claim_url as "claimUrl",
      case when r.undone_at is not null then 'undone' when r.booked_at is null then 'waiting'
        when r.due and r.sent_at is null then 'due' else 'done' end as state`,
    from: sql`refund r join account a on a.id = r.account_id
      left join shop_order o on o.id = r.order_id left join payment p on p.id = r.payment_id`,
    where: due ? [isDue] : [],
    order: sql`r.created_at desc, r.id`,
  });
}

export async function countDueRefunds(db: Db): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from refund r where ${isDue}`.execute(db);
  return rows[0]?.due ?? 0;
}
