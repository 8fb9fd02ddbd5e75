/** Which orders granted time to which plan. The only file that names their table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type PlanRow, planColumns } from "./plans.ts";

export interface Term {
  orderId: string;
  planId: string;
  /** Null for a renewal that waits for its payment. */
  countedAt: Date | null;
}

export async function insertTerm(tx: Tx, { orderId, planId, countedAt }: Term): Promise<void> {
  await sql`
    insert into unlimited_term (order_id, plan_id, counted_at)
    values (${orderId}, ${planId}, ${countedAt})`.execute(tx);
}

/** The plan that an order is for; null if none, or if it is not created yet. */
export async function planIdOf(db: Db, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ plan_id: string }>`
    select plan_id from unlimited_term where order_id = ${orderId}`.execute(db);
  return rows[0]?.plan_id ?? null;
}

/** Ids of the orders that have granted time to a plan. */
export async function ordersOf(db: Db, planId: string): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select order_id from unlimited_term
    where plan_id = ${planId} and counted_at is not null`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Counts a waiting renewal. Returns false if it was already counted. */
export async function countTerm(tx: Tx, orderId: string, at: Date): Promise<boolean> {
  const counted = await sql`
    update unlimited_term set counted_at = ${at}
    where order_id = ${orderId} and counted_at is null`.execute(tx);
  return counted.numAffectedRows === 1n;
}

/** Locks the plan that an order is for until the transaction ends; null if there is none. */
export async function lockPlanOfOrder(tx: Tx, orderId: string): Promise<PlanRow | null> {
  const planId = await planIdOf(tx, orderId);
  if (planId === null) return null;
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan where id = ${planId} for update`.execute(tx);
  return rows[0] ?? null;
}

export interface EndChange {
  expiresAt: Date;
  /** Milliseconds to add to the time that the plan stood still. */
  idleMs?: number;
  /** The period of the last renewal; null leaves it unchanged. */
  days?: number | null;
}
/** Writes a plan's end, without notifying gateways. */
export async function setEnd(
  tx: Tx,
  planId: string,
  { expiresAt, idleMs = 0, days = null }: EndChange,
): Promise<void> {
  await sql`
    update unlimited_plan set expires_at = ${expiresAt}, idle_ms = idle_ms + ${idleMs},
      days = coalesce(${days}::int, days)
    where id = ${planId}`.execute(tx);
}

/** Ids of a plan's unreleased ports. */
export async function unreleasedPortIds(db: Db, planId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unlimited_port where plan_id = ${planId} and released_at is null`.execute(db);
  return rows.map(({ id }) => id);
}
