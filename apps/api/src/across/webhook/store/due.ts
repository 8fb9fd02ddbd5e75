/** Webhook deliveries by time: claiming, settling, dropping and deleting them. */
import { maxStoredAttempts } from "@turnpike/rules/webhook.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Attempt } from "./deliveries.ts";
import type { WebhookRow } from "./webhooks.ts";

export interface DueDelivery
  extends Pick<
    WebhookRow,
    "accountId" | "url" | "sealedSecret" | "sealedPrevious" | "previousUntil"
  > {
  id: string;
  webhookId: string;
  eventId: string;
  event: string;
  body: string;
  /** The number of this attempt, starting at 1. */
  tries: number;
  /** Whether its webhook has failed recently. */
  failing: boolean;
}

export interface Claim {
  now: Date;
  limit: number;
  /** At most this many of them for failing webhooks. */
  failingLimit: number;
  leaseSeconds: number;
  /** Concurrent attempts per account, per webhook and per failing webhook, over all processes. */
  perAccount: number;
  perWebhook: number;
  perFailing: number;
}

/**
 * Claims due deliveries, which no other process gets until their lease ends. Failing webhooks come
 * last and get a small share, so that they do not starve others. The loose index scan finds
 * webhooks with waiting deliveries, however many each of them has.
 */
export async function claimDue(db: Db, claim: Claim): Promise<DueDelivery[]> {
  const { now, limit, failingLimit, leaseSeconds, perAccount, perWebhook, perFailing } = claim;
  const { rows } = await sql<DueDelivery>`
    with recursive busy as (
      select webhook_id, account_id from webhook_delivery
      where status = 'waiting' and leased_until > clock_timestamp()),
    waiting (webhook_id) as (
      (select webhook_id from webhook_delivery where status = 'waiting'
        order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_delivery d
        where d.status = 'waiting' and d.webhook_id > waiting.webhook_id
        order by d.webhook_id limit 1)
      from waiting where waiting.webhook_id is not null),
    chosen as (
      select d.id, d.account_id, d.next_try_at, w.failing_since is not null as failing,
        row_number() over (partition by d.account_id
          order by w.failing_since is not null, d.next_try_at, d.id)
          + (select count(*) from busy b where b.account_id = d.account_id) as place,
        row_number() over (partition by w.failing_since is not null
          order by d.next_try_at, d.id) as turn
      from waiting join webhook w on w.id = waiting.webhook_id and w.disabled_by is null
      cross join lateral (
        select id, account_id, next_try_at from webhook_delivery
        where status = 'waiting' and webhook_id = w.id and next_try_at <= ${now}
          and (leased_until is null or leased_until <= clock_timestamp())
        order by next_try_at limit greatest(0,
          case when w.failing_since is null then ${perWebhook}::int else ${perFailing}::int end
          - (select count(*) from busy b where b.webhook_id = w.id))) d),
    taken as (
      select id from webhook_delivery
      where status = 'waiting' and (leased_until is null or leased_until <= clock_timestamp())
        and id in (select id from chosen where place <= ${perAccount}
            and (not failing or turn <= ${failingLimit})
          order by failing, next_try_at limit ${limit})
      for update skip locked)
    update webhook_delivery d set tries = d.tries + 1, url = w.url,
      leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    from taken, webhook w
    where d.id = taken.id and w.id = d.webhook_id
    returning d.id, d.account_id as "accountId", d.webhook_id as "webhookId", d.event_id as "eventId", d.event, d.body,
      d.tries, w.url, w.sealed_secret as "sealedSecret", w.sealed_previous as "sealedPrevious",
      w.previous_until as "previousUntil", w.failing_since is not null as failing`.execute(db);
  return rows;
}

/** Whether any delivery is due; cheaper than `claimDue`. */
export async function anyWaiting(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from webhook_delivery
      where status = 'waiting' and next_try_at <= ${now}) as any`.execute(db);
  return rows[0]?.any ?? false;
}

/**
 * Records the outcome of an attempt. Returns false if its lease had expired and another process has
 * claimed the delivery.
 */
export async function saveAttempt(
  tx: Tx,
  {
    id,
    tries,
    attempt,
    delivered,
    nextTryAt,
  }: {
    id: string;
    tries: number;
    attempt: Attempt;
    delivered: boolean;
    /** Null if it is not retried. */
    nextTryAt: Date | null;
  },
): Promise<boolean> {
  const status = delivered ? "delivered" : nextTryAt ? "waiting" : "failed";
  const kept = sql`coalesce((select jsonb_agg(one order by place) from jsonb_array_elements(
    jsonb_build_array(${JSON.stringify(attempt)}::jsonb) || attempts)
    with ordinality as all_of (one, place) where place <= ${maxStoredAttempts}), '[]'::jsonb)`;
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = ${status}, next_try_at = ${nextTryAt},
      leased_until = null, tries_in_all = tries_in_all + 1, attempts = ${kept}
    where id = ${id} and tries = ${tries}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Fails each account's oldest waiting deliveries beyond `most`. Returns how many. */
export async function dropExcess(db: Db, most: number): Promise<number> {
  // In materialized steps: otherwise the planner may count an account's rows for each row.
  const { numAffectedRows } = await sql`
    with crowded as materialized (
      select account_id from webhook_delivery where status = 'waiting'
      group by account_id having count(*) > ${most}
    ), beyond as materialized (
      select oldest.id from crowded, lateral (
        select id from webhook_delivery d
        where d.account_id = crowded.account_id and d.status = 'waiting'
        order by position desc offset ${most}) oldest
    )
    update webhook_delivery set status = 'failed', next_try_at = null, leased_until = null
    where id in (select id from beyond)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Fails deliveries inserted or replayed while their webhook was being disabled. Returns how many.
 */
export async function failDeliveriesOfDisabled(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set status = 'failed', next_try_at = null, leased_until = null
    where status = 'waiting' and webhook_id in (
      select id from webhook where disabled_by is not null)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes up to `limit` deliveries created before an instant; returns how many. */
export async function deleteDeliveriesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where created_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** The number of waiting deliveries. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery where status = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
}
