/** The table of webhooks. */
import type { Webhook } from "@turnpike/contract/webhook.ts";
import type { DisableReason } from "@turnpike/rules/webhook.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

export interface WebhookRow
  extends Pick<
    Webhook,
    "id" | "url" | "description" | "events" | "disabledBy" | "lastDelivered" | "waiting"
  > {
  accountId: string;
  sealedSecret: string;
  sealedPrevious: string | null;
  previousUntil: Date | null;
  createdAt: Date;
  lastAt: Date | null;
  failingSince: Date | null;
}

const columns = sql`id, account_id as "accountId", url, description, events,
  disabled_by as "disabledBy", sealed_secret as "sealedSecret",
  sealed_previous as "sealedPrevious", previous_until as "previousUntil",
  created_at as "createdAt", last_at as "lastAt", last_delivered as "lastDelivered",
  failing_since as "failingSince",
  (select count(*)::int from webhook_delivery d
    where d.webhook_id = webhook.id and d.status = 'waiting') as waiting`;

/** Serializes counting and changing an account's webhooks until the transaction ends. */
export async function lockWebhooksOf(tx: Tx, accountId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(
      hashtextextended('webhooks ' || ${accountId}::text, 0))`.execute(tx);
}

export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook where account_id = ${accountId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** All webhooks of an account, oldest first. */
export async function webhooksOf(db: Db, accountId: string): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhook where account_id = ${accountId} order by position`.execute(db);
  return rows;
}

/** Finds the account's own webhook; null if there is none. */
export async function findWebhook(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<WebhookRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhook where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function insertWebhook(
  tx: Tx,
  row: Pick<
    WebhookRow,
    "id" | "accountId" | "url" | "description" | "events" | "sealedSecret" | "createdAt"
  >,
): Promise<void> {
  await sql`
    insert into webhook (id, account_id, url, description, events, sealed_secret, created_at)
    values (${row.id}, ${row.accountId}, ${row.url}, ${row.description}, ${row.events}::text[],
      ${row.sealedSecret}, ${row.createdAt})`.execute(tx);
}

/** Updates what the holder may change. */
export async function updateWebhook(
  tx: Tx,
  row: Pick<WebhookRow, "id" | "url" | "description" | "events" | "disabledBy" | "failingSince">,
): Promise<void> {
  await sql`
    update webhook set url = ${row.url}, description = ${row.description},
      events = ${row.events}::text[], disabled_by = ${row.disabledBy},
      failing_since = ${row.failingSince}
    where id = ${row.id}`.execute(tx);
}

/** Sets a new secret; the previous one also signs until an instant. */
export async function renewSecret(
  tx: Tx,
  { id, sealedSecret, until }: { id: string; sealedSecret: string; until: Date },
): Promise<void> {
  await sql`
    update webhook set sealed_previous = sealed_secret, previous_until = ${until},
      sealed_secret = ${sealedSecret}
    where id = ${id}`.execute(tx);
}

/** Deletes those of `ids` that belong to the account, with their deliveries. Returns how many. */
export async function removeWebhooks(tx: Tx, accountId: string, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook
    where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes the webhooks of accounts with their deliveries. */
export async function eraseWebhooks(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from webhook where account_id = any(${accountIds}::uuid[])`.execute(tx);
}

type TriedWebhook = Pick<WebhookRow, "id" | "accountId" | "url" | "disabledBy" | "failingSince">;

/** Locks a webhook, for example to record an attempt; null if it was deleted. */
export async function lockWebhook(tx: Tx, id: string): Promise<TriedWebhook | null> {
  const { rows } = await sql<TriedWebhook>`
    select id, account_id as "accountId", url, disabled_by as "disabledBy",
      failing_since as "failingSince"
    from webhook where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Records an attempt's outcome on its webhook; `failingSince` is null if it was delivered. */
export async function recordAttempt(
  tx: Tx,
  {
    id,
    at,
    delivered,
    failingSince,
    disabledBy,
  }: {
    id: string;
    at: Date;
    delivered: boolean;
    failingSince: Date | null;
    disabledBy: DisableReason | null;
  },
): Promise<void> {
  await sql`
    update webhook set last_at = ${at}, last_delivered = ${delivered},
      failing_since = ${failingSince}, disabled_by = coalesce(disabled_by, ${disabledBy}::text)
    where id = ${id}`.execute(tx);
}
