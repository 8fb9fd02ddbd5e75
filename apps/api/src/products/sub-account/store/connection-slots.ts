/** The table of open connections of sub-accounts with a limit. */
import { sql } from "kysely";
import { slotTermMs } from "@turnpike/rules/sub-account-limits.ts";
import type { Db } from "../../../platform/db/database.ts";

/** A worker's run: it starts with no open connection. */
export interface WorkerRun {
  gateway: string;
  epoch: string;
}
export interface SlotsAsked extends WorkerRun {
  subAccountId: string;
  open: number;
  wanted: number;
}

/**
 * Answers how many connections each may have, in the order of the questions, and keeps it for
 * `slotTermMs`. One statement; questions of one sub-account are answered one after the other,
 * whichever API process asks.
 */
export async function takeSlots(db: Db, asked: SlotsAsked[]): Promise<number[]> {
  const rows = asked.map(({ subAccountId: sub, ...one }, n) => ({ n, sub, ...one }));
  const answered = await sql<{ n: number; allowed: number }>`
    select n, allowed
    from connection_slots_take(${JSON.stringify(rows)}::jsonb, ${slotTermMs / 1_000})`.execute(db);
  const allowed = asked.map(({ open }) => open);
  for (const row of answered.rows) allowed[row.n] = row.allowed;
  return allowed;
}

/** Renews everything of the named workers' runs. */
export async function renewSlots(db: Db, runs: WorkerRun[]): Promise<void> {
  const [gateways, epochs] = [runs.map((run) => run.gateway), runs.map((run) => run.epoch)];
  await sql`
    update connection_slot c set ends_at = clock_timestamp() + make_interval(secs => ${slotTermMs / 1_000})
    from unnest(${gateways}::text[], ${epochs}::text[]) as run (gateway, epoch)
    where c.gateway = run.gateway and c.epoch = run.epoch`.execute(db);
}

/** A worker's run ended, and its connections with it. */
export async function dropSlots(db: Db, { gateway, epoch }: WorkerRun): Promise<void> {
  await sql`
    delete from connection_slot where gateway = ${gateway} and epoch = ${epoch}`.execute(db);
}

/** A worker began a new run: connections of its earlier ones are gone. */
export async function dropEarlierSlots(db: Db, { gateway, epoch }: WorkerRun): Promise<void> {
  await sql`
    delete from connection_slot where gateway = ${gateway} and epoch <> ${epoch}`.execute(db);
}

export async function deleteEndedSlots(db: Db): Promise<void> {
  await sql`delete from connection_slot where ends_at < clock_timestamp()`.execute(db);
}
