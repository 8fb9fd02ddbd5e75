/** Rows of open connections, for sub-accounts with a connection limit. */
import { sql } from "kysely";
import { slotTermMs } from "@turnpike/rules/sub-account-limits.ts";
import type { Db } from "../../../platform/db/database.ts";

/** One run of a gateway worker; it starts without open connections. */
export interface WorkerRun {
  gateway: string;
  epoch: string;
}
export interface SlotRequest extends WorkerRun {
  subAccountId: string;
  open: number;
  wanted: number;
}

/**
 * Grants connection slots for a time. Returns how many connections each request may have, in
 * the order of `requests`. A single statement: requests for the same sub-account are serialized across
 * API processes.
 */
export async function takeSlots(
  db: Db,
  requests: SlotRequest[],
  termMs: number = slotTermMs,
): Promise<number[]> {
  const rows = requests.map(({ subAccountId: sub, ...one }, n) => ({ n, sub, ...one }));
  const granted = await sql<{ n: number; allowed: number }>`
    select n, allowed
    from connection_slots_take(${JSON.stringify(rows)}::jsonb, ${termMs / 1_000})`.execute(db);
  const allowed = requests.map(({ open }) => open);
  for (const row of granted.rows) allowed[row.n] = row.allowed;
  return allowed;
}

export interface WorkerSlots {
  gateway: string;
  subAccountId: string;
}

/** The slots that a worker has of a sub-account now. */
export async function slotsOf(db: Db, { gateway, subAccountId }: WorkerSlots): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select slots from connection_slot
    where sub_account_id = ${subAccountId} and gateway = ${gateway}`.execute(db);
  return rows[0]?.slots ?? 0;
}

/** Extends all slots of these worker runs but some. */
export async function renewSlots(
  db: Db,
  runs: WorkerRun[],
  but: WorkerSlots[] = [],
): Promise<void> {
  const [gateways, epochs] = [runs.map((run) => run.gateway), runs.map((run) => run.epoch)];
  await sql`
    update connection_slot c set ends_at = clock_timestamp() + make_interval(secs => ${slotTermMs / 1_000})
    from unnest(${gateways}::text[], ${epochs}::text[]) as run (gateway, epoch)
    where c.gateway = run.gateway and c.epoch = run.epoch
      and (c.gateway, c.sub_account_id) not in (
        select * from unnest(${but.map((each) => each.gateway)}::text[],
          ${but.map((each) => each.subAccountId)}::uuid[]))`.execute(db);
}

/** Removes the slots of a worker run that has ended. */
export async function dropSlots(db: Db, { gateway, epoch }: WorkerRun): Promise<void> {
  await sql`
    delete from connection_slot where gateway = ${gateway} and epoch = ${epoch}`.execute(db);
}

/** Removes the slots of a worker's earlier runs, after a new run has started. */
export async function dropEarlierSlots(db: Db, { gateway, epoch }: WorkerRun): Promise<void> {
  await sql`
    delete from connection_slot where gateway = ${gateway} and epoch <> ${epoch}`.execute(db);
}

export async function deleteEndedSlots(db: Db): Promise<void> {
  await sql`delete from connection_slot where ends_at < clock_timestamp()`.execute(db);
}
