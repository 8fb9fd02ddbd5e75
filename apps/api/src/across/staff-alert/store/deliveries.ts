/** The tables of what was told, and of messages on their way. */
import { maxWaitingAlerts } from "@turnpike/rules/staff-alert.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** One thing that is open: its topic, and its name among its topic. */
export interface OpenKey {
  topic: string;
  item: string;
}

const pairs = (keys: readonly OpenKey[]) => sql`unnest(
  ${keys.map(({ topic }) => topic)}::text[], ${keys.map(({ item }) => item)}::text[]) as o(topic, item)`;

/** Records those that were not told yet, and returns them. */
export async function takeUntold(tx: Tx, keys: readonly OpenKey[], now: Date): Promise<OpenKey[]> {
  const { rows } = await sql<OpenKey>`
    insert into staff_alert_event (topic, item, told_at)
    select topic, item, ${now} from ${pairs(keys)} order by topic, item
    on conflict do nothing returning topic, item`.execute(tx);
  return rows;
}

/**
 * Forgets what is over and was told before `before`. Items that name another machine are its own
 * business: `elsewhere` matches them.
 */
export async function forgetOver(
  tx: Tx,
  { open, before, elsewhere }: { open: readonly OpenKey[]; before: Date; elsewhere: string },
): Promise<void> {
  await sql`
    delete from staff_alert_event e where told_at < ${before} and e.item !~ ${elsewhere}
      and not exists (select from ${pairs(open)} where o.topic = e.topic and o.item = e.item)`.execute(
    tx,
  );
}

/** Queues a message; the oldest that wait for the same place make room. */
export async function insertDelivery(
  tx: Tx,
  { id, targetId, body, now }: { id: string; targetId: number; body: string; now: Date },
): Promise<void> {
  await sql`
    insert into staff_alert_delivery (id, target_id, body, created_at, due_at)
    values (${id}, ${targetId}, ${body}, ${now}, ${now})`.execute(tx);
  await sql`
    delete from staff_alert_delivery where id in (
      select id from staff_alert_delivery where target_id = ${targetId} and due_at is not null
      order by created_at desc, id offset ${maxWaitingAlerts})`.execute(tx);
}

export interface DueAlert {
  id: string;
  body: string;
  /** Including the one that begins. */
  tries: number;
  targetId: number;
  sealed: string;
}

/** Claims messages that are due for `leaseSeconds`; each place's oldest first. */
export async function claimAlerts(
  db: Db,
  { now, limit, leaseSeconds }: { now: Date; limit: number; leaseSeconds: number },
): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`
    update staff_alert_delivery d set tries = tries + 1,
      due_at = ${now}::timestamptz + make_interval(secs => ${leaseSeconds})
    from staff_alert_target t
    where t.id = d.target_id and d.id in (
      select id from staff_alert_delivery where due_at <= ${now}
      order by due_at, id limit ${limit} for update skip locked)
    returning d.id, d.body, d.tries, d.target_id as "targetId", t.sealed`.execute(db);
  return rows;
}

/** Records an attempt; without a `dueAt` it was the last. */
export async function saveDelivery(
  db: Db,
  { id, dueAt, error }: { id: string; dueAt: Date | null; error: string },
): Promise<void> {
  await sql`
    update staff_alert_delivery set due_at = ${dueAt}, error = ${error} where id = ${id}`.execute(
    db,
  );
}

/** Deletes messages that were made before an instant. */
export async function deleteDeliveries(db: Db, before: Date): Promise<void> {
  await sql`delete from staff_alert_delivery where created_at < ${before}`.execute(db);
}
