/** Rows of the request log without an exit: refused requests (spec/traffic-plan#request-log). */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../../platform/db/database.ts";

/** Rows deleted per statement, to keep each statement short. */
const stepRows = 10_000;
const maxSteps = 200;
/** Within this time gateways resend rows that were not acknowledged. */
const resentMs = 3_600_000;

/**
 * Inserts rows, ignoring known ones, and returns how many were new. Rows are identified by id and
 * time. If a gateway's clock was ahead, the time is `now`, and the id alone identifies the row.
 */
export async function insertRequests(db: Db, rows: RequestRow[], now: number): Promise<number> {
  const column = <K extends keyof RequestRow>(name: K) => rows.map((row) => row[name]);
  return transaction(db, async (tx) => {
    // Losing a log line in a crash is acceptable; waiting for the disk would cost too much.
    await sql`set local synchronous_commit = off`.execute(tx);
    const { numAffectedRows = 0n } = await sql`
      insert into request_log (id, account_id, sub_account_id, at, client, target, protocol,
        exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail)
      select * from unnest(${column("id")}::text[], ${column("accountId")}::uuid[],
        ${column("subAccountId")}::uuid[], ${rows.map((row) => new Date(row.at))}::timestamptz[],
        ${column("client")}::text[], ${column("target")}::text[], ${column("protocol")}::text[],
        ${column("exitIp")}::text[], ${column("country")}::text[], ${column("upBytes")}::bigint[],
        ${column("downBytes")}::bigint[], ${column("ms")}::bigint[], ${column("outcome")}::text[],
        ${column("reason")}::text[], ${column("detail")}::text[]) as given (id, account_id,
        sub_account_id, at, client, target, protocol, exit_ip, country, up_bytes, down_bytes, ms,
        outcome, reason, detail)
      where at < ${new Date(now)} or not exists (
        select from request_log known
        where known.id = given.id and known.at >= ${new Date(now - resentMs)})
      on conflict do nothing`.execute(tx);
    return Number(numAffectedRows);
  });
}

/** Deletes all but the newest `keep` rows of an account. */
export async function trimRequests(db: Db, accountId: string, keep: number): Promise<void> {
  const { rows } = await sql<{ at: Date; id: string }>`
    select at, id from request_log where account_id = ${accountId}
    order by at desc, id desc limit 1 offset ${keep}`.execute(db);
  const newest = rows[0];
  if (newest === undefined) return;
  await inSteps(() =>
    transaction(db, async (tx) => {
      await sql`select set_config('turnpike.trims', 'on', true)`.execute(tx);
      const { numAffectedRows } = await sql`
        delete from request_log where (id, at) in (
          select id, at from request_log
          where account_id = ${accountId} and (at, id) <= (${newest.at}, ${newest.id})
          order by at, id limit ${stepRows})`.execute(tx);
      return numAffectedRows;
    }),
  );
}

async function inSteps(step: () => Promise<bigint | undefined>): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (Number((await step()) ?? 0n) < stepRows) return;
  }
}

/** Deletes all rows of accounts; each has so few that one statement is enough. */
export async function eraseRequestsOf(db: Db | Tx, accountIds: string[]): Promise<void> {
  await sql`delete from request_log where account_id = any(${accountIds}::uuid[])`.execute(db);
}
