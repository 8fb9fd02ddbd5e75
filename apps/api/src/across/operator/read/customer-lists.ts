/** Lists of one customer: account statement, mails, webhooks, and a timeline. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { openMail, showsCode } from "../../../platform/mail/store.ts";
import type { Services } from "../../../platform/services.ts";
import { type Page, type Paged, readPage } from "./paging.ts";

export interface LedgerLineRow {
  id: string;
  at: Date;
  asset: string;
  kind: string;
  ref: string;
  amount: number;
  balance: number;
}

/** A page of the account statement, newest first. */
export function ledgerOf(
  db: Db,
  { accountId, asset, ...page }: Page & { accountId: string; asset?: string | undefined },
): Promise<Paged<LedgerLineRow>> {
  return readPage(db, {
    ...page,
    columns: sql`l.id::text, l.at, l.asset, l.kind, l.ref, l.amount, l.balance`,
    from: sql`ledger_line l`,
    where: [sql`l.owner = ${accountId}`, ...(asset === undefined ? [] : [sql`l.asset = ${asset}`])],
    order: sql`l.id desc`,
  });
}

interface MailRow {
  id: string;
  queuedAt: Date;
  sentAt: Date | null;
  recipient: string;
  subject: string;
  tries: number;
  lastError: string | null;
  body: string;
  html: string | null;
  hasCode: boolean | null;
}

/** A page of the mails to these addresses, newest first, without their text. */
export async function mailsTo(
  { db, seal }: Pick<Services, "db" | "seal">,
  { addresses, ...page }: Page & { addresses: string[] },
) {
  const found = await readPage<MailRow>(db, {
    ...page,
    columns: sql`m.id, m.queued_at as "queuedAt", m.sent_at as "sentAt", m.recipient, m.subject,
      m.tries, m.last_error as "lastError", m.body, m.html, m.has_code as "hasCode"`,
    from: sql`mail m`,
    where: [sql`m.recipient = any(${addresses}::text[])`],
    order: sql`m.position desc`,
  });
  const items = found.items.map(({ body, html, hasCode, ...mail }) => ({
    ...mail,
    canResend: !(hasCode ?? showsCode(openMail(seal, { body, html }).text)),
  }));
  return { ...found, items };
}

const LIST_LIMIT = 100;

export async function webhooksOf(db: Db, accountId: string) {
  const webhooks = await sql<{
    id: string;
    url: string;
    events: string[];
    disabledBy: string | null;
    failingSince: Date | null;
  }>`
    select id, url, events, disabled_by as "disabledBy", failing_since as "failingSince"
    from webhook where account_id = ${accountId} order by position desc`.execute(db);
  const deliveries = await sql<{
    id: string;
    at: Date;
    event: string;
    status: string;
    tries: number;
    url: string;
  }>`
    select id, created_at as at, event, status, tries_in_all as tries, url from webhook_delivery
    where account_id = ${accountId} order by position desc limit ${LIST_LIMIT}`.execute(db);
  return { webhooks: webhooks.rows, deliveries: deliveries.rows };
}

export interface TimelineEntry {
  at: Date;
  kind: "order" | "payment" | "refund" | "dispute" | "login" | "note" | "act";
  title: string;
  ref: string;
  cents: number | null;
  actor: string | null;
}

/** Orders, payments, refunds, disputes, sign-ins, notes and staff acts, newest first. */
export function timelineOf(
  db: Db,
  { accountId, ...page }: Page & { accountId: string },
): Promise<Paged<TimelineEntry>> {
  const of = sql`account_id = ${accountId}`;
  return readPage(db, {
    ...page,
    columns: sql`t.at, t.kind, t.title, t.ref, t.cents, t.actor`,
    from: sql`(
      select created_at as at, 'order' as kind, sku as title, order_no as ref,
        amount_cents as cents, null as actor from shop_order where ${of}
      union all select coalesce(paid_at, created_at), 'payment', status, id::text, amount_cents, null
        from payment where ${of}
      union all select created_at, 'refund', kind, coalesce(order_id, payment_id)::text, cents, null
        from refund where ${of}
      union all select opened_at, 'dispute', state, provider_ref, cents, null
        from dispute where ${of}
      union all select at, 'login', event, ip, null, null from login_event where ${of}
      union all select at, 'note', left(body, 200), id::text, null, author
        from customer_note where ${of}
      union all select at, 'act', action, reason, null, actor from audit_log
        where ${of} and action <> 'account.note') t`,
    where: [],
    order: sql`t.at desc, t.kind, t.ref`,
  });
}
