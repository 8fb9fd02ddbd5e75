/** Rows of plans that wait for port numbers or are reopened. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { type PlanRow, planColumns, type PortRow } from "./plans.ts";

/** Reopens a released plan, with new port numbers and credentials. */
export async function setReopened(
  tx: Tx,
  planId: string,
  ports: Pick<PortRow, "id" | "node_id" | "port" | "name" | "sealed_password" | "verifier">[],
): Promise<void> {
  await sql`
    update unlimited_port o set node_id = given.node_id, port = given.port, name = given.name,
      sealed_password = given.sealed_password, verifier = given.verifier, gateway = null,
      opened_at = null, open = false, trouble = '', trouble_code = '', released_at = null
    from jsonb_to_recordset(${JSON.stringify(ports)}::jsonb) as given (id uuid, node_id uuid,
      port int, name text, sealed_password text, verifier text)
    where o.id = given.id`.execute(tx);
  await sql`
    update unlimited_plan set released_at = null, waiting_since = null
    where id = ${planId}`.execute(tx);
}

/** Records since when a locked, released plan waits. */
export async function setWaiting(tx: Tx, planId: string, since: Date): Promise<void> {
  await sql`update unlimited_plan set waiting_since = ${since} where id = ${planId}`.execute(tx);
}

/** Releases a locked, waiting plan for good. */
export async function endWaiting(tx: Tx, planId: string, at: Date): Promise<void> {
  await sql`
    update unlimited_plan set waiting_since = null, released_at = ${at} where id = ${planId}`.execute(
    tx,
  );
}

export interface WaitingPlan {
  id: string;
  accountId: string;
}

/** Waiting plans above `after`, ordered by id. */
export async function waitingAfter(db: Db, after: string, limit: number): Promise<WaitingPlan[]> {
  const { rows } = await sql<WaitingPlan>`
    select id, account_id as "accountId" from unlimited_plan
    where waiting_since is not null and id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows;
}

/** Locks a plan that is still waiting; null if it is not. */
export async function lockWaiting(tx: Tx, id: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and waiting_since is not null for update`.execute(tx);
  return rows[0] ?? null;
}
