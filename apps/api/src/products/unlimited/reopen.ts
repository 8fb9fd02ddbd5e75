/**
 * Opens the ports of released plans again: time of them was taken by a refund that was undone. Where
 * no numbers are free the plan waits, and stands still until there are.
 */
import { portsOf } from "@turnpike/rules/unlimited.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { freeNumbers, holdCapacity } from "./store/numbers.ts";
import { newSecret } from "./port-credentials.ts";
import { type PlanRow, planColumns, portsOfPlan } from "./store/plans.ts";

/**
 * Gives a plan's ports other numbers, and passwords where they had none; false where there are not
 * numbers enough. The plan is locked, and nothing has been posted yet. Gateways are not told.
 */
export async function reopen(services: Services, tx: Tx, plan: PlanRow): Promise<boolean> {
  await holdCapacity(tx);
  const numbers = await freeNumbers(services, tx, portsOf(plan));
  if (numbers.length < portsOf(plan)) return false;
  const ports = await portsOfPlan(tx, plan.id);
  const opened = ports.map(({ id, sealed_password, verifier, name }, at) => {
    const port = numbers[at] ?? 0;
    const given = { id, port, sealed_password, verifier, name };
    return sealed_password === "" ? { ...given, ...newSecret(services) } : given;
  });
  await sql`
    update unlimited_port o set port = given.port, name = given.name,
      sealed_password = given.sealed_password, verifier = given.verifier, gateway = null,
      opened_at = null, open = false, trouble = '', trouble_code = '', released_at = null
    from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as given (id uuid, port int,
      name text, sealed_password text, verifier text)
    where o.id = given.id`.execute(tx);
  await sql`
    update unlimited_plan set released_at = null, waiting_since = null
    where id = ${plan.id}`.execute(tx);
  return true;
}

/** Notes since when a released plan that the transaction has locked waits. */
export async function setWaiting(tx: Tx, planId: string, since: Date): Promise<void> {
  await sql`update unlimited_plan set waiting_since = ${since} where id = ${planId}`.execute(tx);
}

/** Closes a plan that waits, and that the transaction has locked, for good. */
export async function endWaiting(tx: Tx, planId: string, at: Date): Promise<void> {
  await sql`
    update unlimited_plan set waiting_since = null, released_at = ${at} where id = ${planId}`.execute(
    tx,
  );
}

export interface Waiting {
  id: string;
  accountId: string;
}

/** Plans above `after` that wait, in the order of ids. */
export async function waitingAfter(db: Db, after: string, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select id, account_id as "accountId" from unlimited_plan
    where waiting_since is not null and id > ${after}::uuid order by id limit ${limit}`.execute(db);
  return rows;
}

/** The plan, locked, where it waits still. */
export async function lockWaiting(tx: Tx, id: string): Promise<PlanRow | null> {
  const { rows } = await sql<PlanRow>`
    select ${planColumns} from unlimited_plan
    where id = ${id} and waiting_since is not null for update`.execute(tx);
  return rows[0] ?? null;
}
