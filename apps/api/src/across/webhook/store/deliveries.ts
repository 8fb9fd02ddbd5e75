/** Webhook deliveries: inserting, listing and replaying them. */
import type { Delivery } from "@turnpike/contract/webhook.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { pipelineStatement } from "../../../platform/db/pipeline.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

export type Attempt = Delivery["attempts"][number];
export interface DeliveryRow extends Omit<Delivery, "at" | "nextTryAt"> {
  createdAt: Date;
  nextTryAt: Date | null;
}

const columns = sql`id, webhook_id as "webhookId", url, event_id as "eventId", event,
  created_at as "createdAt", status, tries_in_all as tries, next_try_at as "nextTryAt", body,
  attempts`;

export interface NewEvent {
  eventId: string;
  event: string;
  body: string;
}

/**
 * Inserts a delivery, due at once, per event and enabled webhook of the account that subscribes to
 * it. Waits for a webhook that is being deleted and skips it: a row for it would fail and roll back
 * the purchase that it announces.
 */
export async function insertDeliveries(
  tx: Tx,
  { accountId, events, now }: { accountId: string; events: NewEvent[]; now: Date },
): Promise<void> {
  await pipelineStatement(
    tx,
    sql`
    insert into webhook_delivery (id, webhook_id, account_id, event_id, event, url, body,
      created_at, next_try_at)
    select gen_random_uuid(), w.id, w.account_id, e."eventId", e.event, w.url, e.body,
      ${now}::timestamptz, ${now}::timestamptz
    from webhook w
    join jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
      as e ("eventId" text, event text, body text)
      on w.events = '{}' or e.event = any(w.events)
    where w.account_id = ${accountId} and w.disabled_by is null
    for key share of w`,
  );
}

/** Inserts a test as failed until it is settled, so that no process claims or retries it. */
export async function insertTest(
  tx: Tx,
  given: NewEvent & { id: string; webhookId: string; accountId: string; url: string; now: Date },
): Promise<void> {
  const { id, webhookId, accountId, url, eventId, event, body, now } = given;
  await sql`
    insert into webhook_delivery (id, webhook_id, account_id, event_id, event, url, body,
      created_at, status)
    values (${id}, ${webhookId}, ${accountId}, ${eventId}, ${event}, ${url}, ${body}, ${now},
      'failed')`.execute(tx);
}

/** Counts the tests of an account that began after an instant. */
export async function countTests(
  db: Db,
  { accountId, event, since }: { accountId: string; event: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select created_at, event from webhook_delivery where account_id = ${accountId}
      order by position desc limit 1000) newest
    where event = ${event} and created_at > ${since}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface DeliveryFilter {
  accountId: string;
  id?: string | undefined;
  webhookId?: string | undefined;
  event?: string | undefined;
  status?: string | undefined;
}
/** Returns a page of an account's deliveries, newest first. */
export async function pageOfDeliveries(
  db: Db,
  { accountId, id, webhookId, event, status }: DeliveryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ items: DeliveryRow[]; total: number }> {
  const where = sql.join(
    [
      sql`account_id = ${accountId}`,
      ...(id === undefined ? [] : [isUuid(id) ? sql`id = ${id}::uuid` : sql`false`]),
      ...(webhookId === undefined ? [] : [sql`webhook_id = ${webhookId}::uuid`]),
      ...(event === undefined ? [] : [sql`event = ${event}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
    ],
    sql` and `,
  );
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from webhook_delivery where ${where}`.execute(db);
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_delivery where ${where}
    order by position desc limit ${limit} offset ${offset}`.execute(db);
  return { items: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findDelivery(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<DeliveryRow | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_delivery
    where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the webhooks of those deliveries that belong to the account. */
export async function webhooksOfDeliveries(
  db: Db,
  { accountId, ids }: { accountId: string; ids: string[] },
): Promise<{ id: string; webhookId: string; disabled: boolean }[]> {
  const { rows } = await sql<{ id: string; webhookId: string; disabled: boolean }>`
    select d.id, w.id as "webhookId", w.disabled_by is not null as disabled
    from webhook_delivery d join webhook w on w.id = d.webhook_id
    where d.account_id = ${accountId} and d.id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return rows;
}

/** Ids of up to `limit` deliveries that failed since an instant, oldest first, without tests. */
export async function failedSince(
  db: Db,
  { webhookId, since, limit }: { webhookId: string; since: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_delivery
    where webhook_id = ${webhookId} and status = 'failed' and event <> 'ping'
      and created_at >= ${since}
    order by created_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes deliveries due again, with all attempts; running attempts continue. Returns how many. */
export async function makeDue(tx: Tx, ids: string[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = 'waiting', next_try_at = ${now},
      tries = case when leased_until > clock_timestamp() then tries else 0 end
    where id = any(${ids}::uuid[])`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Fails the waiting deliveries of a disabled webhook; they can be replayed later. */
export async function failWaiting(tx: Tx, webhookId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = 'failed', next_try_at = null, leased_until = null
    where webhook_id = ${webhookId} and status = 'waiting'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
