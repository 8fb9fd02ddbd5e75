/** Disputes of card payments, and banks' early fraud warnings. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { Page, Paged } from "./paging.ts";

export const disputesListed = 1_000;
/** States of disputes that are still undecided. */
const openStates = ["inquiry", "open", "underReview"];

export interface ListedDispute {
  id: string;
  ref: string;
  kind: "dispute" | "fraudWarning";
  state: string;
  reason: string;
  accountId: string;
  email: string | null;
  paymentId: string;
  orderNo: string | null;
  /** The disputed amount, and what has been taken back so far. */
  cents: number;
  takenCents: number;
  openedAt: Date;
  updatedAt: Date;
  dueAt: Date | null;
}

/** Returns disputes and fraud warnings, newest first, optionally only those of some accounts. */
export async function findDisputes(
  db: Db,
  {
    accountIds = null,
    open = false,
    limit = disputesListed,
    offset = 0,
  }: { accountIds?: string[] | null; open?: boolean; limit?: number; offset?: number },
): Promise<ListedDispute[]> {
  const { rows } = await sql<ListedDispute>`
    select d.id, d.provider_ref as ref, d.kind, d.state, d.reason, d.account_id as "accountId",
      case when a.closed_at is null then a.email end as email, d.payment_id as "paymentId",
      o.order_no as "orderNo", coalesce(d.cents, p.credited_cents) as cents,
      coalesce((select sum(r.cents) from refund r where d.refund_id in (r.id, r.remainder_of)
        and r.booked_at is not null and r.undone_at is null), 0)::bigint as "takenCents",
      d.opened_at as "openedAt", d.updated_at as "updatedAt", d.due_at as "dueAt"
    from dispute d join account a on a.id = d.account_id join payment p on p.id = d.payment_id
    left join shop_order o on o.id = p.order_id
    where (${accountIds}::uuid[] is null or d.account_id = any(${accountIds}::uuid[]))
      and (not ${open} or d.state = any(${openStates}::text[]))
    order by d.position desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Returns a page of disputes and fraud warnings. */
export async function pageOfDisputes(
  db: Db,
  { open, page, limit }: Page & { open: boolean },
): Promise<Paged<ListedDispute>> {
  const items = await findDisputes(db, { open, limit, offset: (page - 1) * limit });
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from dispute
    where not ${open} or state = any(${openStates}::text[])`.execute(db);
  return { items, total: rows[0]?.total ?? 0, page, limit };
}
