/** The table of places that are told. */
import type { AlertPlace, AlertTopic } from "@turnpike/rules/staff-alert.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface AlertTarget {
  id: number;
  kind: AlertPlace["kind"];
  shown: string;
  sealed: string;
  topics: AlertTopic[];
  createdAt: Date;
  lastAt: Date | null;
  lastError: string;
}

const columns = sql`id, kind, shown, sealed, topics, created_at as "createdAt",
  last_at as "lastAt", last_error as "lastError"`;

/** All places; there are few. */
export async function alertTargets(db: Db | Tx): Promise<AlertTarget[]> {
  const { rows } = await sql<AlertTarget>`
    select ${columns} from staff_alert_target order by id`.execute(db);
  return rows;
}

/** The place with this id, locked if `lock`; null if there is none. */
export async function alertTarget(db: Db | Tx, id: number): Promise<AlertTarget | null> {
  const { rows } = await sql<AlertTarget>`
    select ${columns} from staff_alert_target where id = ${id}::bigint`.execute(db);
  return rows[0] ?? null;
}

/** Adds a place; returns null if there are `most` already. */
export async function insertTarget(
  tx: Tx,
  {
    most,
    ...target
  }: Pick<AlertTarget, "kind" | "shown" | "sealed" | "topics" | "createdAt"> & { most: number },
): Promise<AlertTarget | null> {
  await lockAlerts(tx);
  const { rows } = await sql<AlertTarget>`
    insert into staff_alert_target (kind, shown, sealed, topics, created_at)
    select ${target.kind}, ${target.shown}, ${target.sealed}, ${target.topics}::text[],
      ${target.createdAt}
    where (select count(*) from staff_alert_target) < ${most}
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Removes a place with its messages; returns what it was. */
export async function deleteTarget(tx: Tx, id: number): Promise<AlertTarget | null> {
  await lockAlerts(tx);
  const { rows } = await sql<AlertTarget>`
    delete from staff_alert_target where id = ${id}::bigint returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Records the outcome of the last message. */
export async function saveOutcome(
  db: Db | Tx,
  { id, at, error }: { id: number; at: Date; error: string },
): Promise<void> {
  await sql`
    update staff_alert_target set last_at = ${at}, last_error = ${error}
    where id = ${id}`.execute(db);
}

/** Those who tell, add and remove wait for each other, until the transaction ends. */
export async function lockAlerts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('staff alerts', 0))`.execute(tx);
}
