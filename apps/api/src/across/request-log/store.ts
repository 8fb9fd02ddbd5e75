/** Rows of the request log. */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { sql } from "kysely";
import { type Db, transaction, type Tx } from "../../platform/db/database.ts";

/** Rows deleted per statement, so that each is short. */
const stepRows = 10_000;
const mostSteps = 200;
/** Gateways send what was not acknowledged again within this time. */
const resentMs = 3_600_000;

/**
 * Inserts rows, ignoring known ones, and returns how many were new. A row is known by its id and
 * time; one that a gateway's clock put ahead of `now` got that time, and is known by its id.
 */
export async function insertRequests(db: Db, rows: RequestRow[], now: number): Promise<number> {
  const column = <K extends keyof RequestRow>(name: K) => rows.map((row) => row[name]);
  return transaction(db, async (tx) => {
    // A log line may be lost in a crash; waiting for the disk would cost too much.
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

export type StoredRequest = Omit<RequestRow, "at"> & { at: Date };
export interface RequestFilter {
  accountId: string;
  /** Sub-accounts, static IPs and unlimited ports; null: all. */
  subAccountIds: string[] | null;
  outcome: RequestRow["outcome"] | null;
  /** From then on, and before then. */
  from: Date;
  to: Date | null;
  /** Part of an id, a target, a client's address or an exit's. */
  search: string | null;
}

/** A page of an account's rows, newest first, and how many there are. */
export async function pageOfRequests(
  db: Db,
  wanted: RequestFilter & { offset: number; limit: number },
): Promise<{ rows: StoredRequest[]; total: number }> {
  const { subAccountIds, outcome, search } = wanted;
  const like = search === null ? null : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = sql`
    account_id = ${wanted.accountId} and at >= ${wanted.from}
    and (${wanted.to}::timestamptz is null or at < ${wanted.to})
    and (${subAccountIds}::uuid[] is null or sub_account_id = any(${subAccountIds}::uuid[]))
    and (${outcome}::text is null or outcome = ${outcome})
    and (${like}::text is null or id ilike ${like} or target ilike ${like}
      or client ilike ${like} or exit_ip ilike ${like})`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from request_log where ${where}`.execute(db);
  const { rows } = await sql<StoredRequest>`
    select id, account_id as "accountId", sub_account_id as "subAccountId", at, client, target,
      protocol, exit_ip as "exitIp", country, up_bytes as "upBytes", down_bytes as "downBytes",
      ms, outcome, reason, detail
    from request_log where ${where}
    order by at desc, id desc limit ${wanted.limit} offset ${wanted.offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export interface FailureQuery {
  accountId: string;
  subAccountId: string;
  /** Began then or later, milliseconds by the product's clock. */
  since: number;
  /** host:port; a request that was refused before it named one counts too. */
  target: string;
}
export interface RequestFailure {
  id: string;
  reason: string;
  detail: string;
}
/** The newest failed request of a sub-account to a target. */
export async function newestFailure(db: Db, of: FailureQuery): Promise<RequestFailure | null> {
  const { rows } = await sql<RequestFailure>`
    select id, reason, detail from request_log
    where account_id = ${of.accountId} and at >= ${new Date(of.since)}
      and sub_account_id = ${of.subAccountId} and target in (${of.target}, '')
      and outcome <> 'ok'
    order by at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Deletes all but an account's newest rows. */
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
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (Number((await step()) ?? 0n) < stepRows) return;
  }
}

/** Deletes all rows of accounts; each has so few that one statement does it. */
export async function eraseRequestsOf(db: Db | Tx, accountIds: string[]): Promise<void> {
  await sql`delete from request_log where account_id = any(${accountIds}::uuid[])`.execute(db);
}
