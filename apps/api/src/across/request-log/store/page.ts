/**
 * The request log as customers read it. Rows with an exit are in `connection_trace`, rows without
 * one in `request_log`.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { requestsKeptPerAccount } from "@turnpike/rules/request-log.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export type StoredRequest = Pick<
  RequestRow,
  | "id"
  | "accountId"
  | "subAccountId"
  | "client"
  | "target"
  | "protocol"
  | "exitIp"
  | "country"
  | "upBytes"
  | "downBytes"
  | "ms"
  | "outcome"
  | "reason"
  | "detail"
> & { at: Date };

export interface RequestFilter {
  accountId: string;
  /** Ids of sub-accounts, static IPs and ports; null for all. */
  subAccountIds: string[] | null;
  /** `errors` means all but `ok`; null means all. */
  outcome: RequestRow["outcome"] | "errors" | null;
  /** From `from` (inclusive) to `to` (exclusive). */
  from: Date;
  to: Date | null;
  /** Part of an id, a target, or a client's or exit's address. */
  search: string | null;
}

const columns = sql`
  id, account_id as "accountId", sub_account_id as "subAccountId", at, target, protocol, country,
  up_bytes as "upBytes", down_bytes as "downBytes", ms, outcome, reason, detail`;

/** An account's newest rows of the span in each table. No more than these are searched. */
function newest({ accountId, from, to }: RequestFilter): RawBuilder<unknown>[] {
  const where = sql`
    account_id = ${accountId} and at >= ${from} and (${to}::timestamptz is null or at < ${to})`;
  return [
    sql`(select ${columns}, coalesce(host(client), '') as client, host(exit_ip) as "exitIp"
      from connection_trace where ${where} and not open and not unproved
      order by at desc, id desc limit ${requestsKeptPerAccount})`,
    sql`(select ${columns}, client, exit_ip as "exitIp"
      from request_log where ${where}
      order by at desc, id desc limit ${requestsKeptPerAccount})`,
  ];
}

function matches({ subAccountIds, outcome, search }: RequestFilter): RawBuilder<unknown> {
  const like = search === null ? null : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`
    (${subAccountIds}::uuid[] is null or "subAccountId" = any(${subAccountIds}::uuid[]))
    and (${outcome}::text is null or outcome = ${outcome}
      or (${outcome} = 'errors' and outcome <> 'ok'))
    and (${like}::text is null or id ilike ${like} or target ilike ${like}
      or client ilike ${like} or "exitIp" ilike ${like})`;
}

/**
 * Returns a page of an account's rows, newest first, and the number of matches among the newest
 * `requestsKeptPerAccount` of each table. Open tunnels are left out.
 */
export async function pageOfRequests(
  db: Db,
  filter: RequestFilter & { offset: number; limit: number },
): Promise<{ rows: StoredRequest[]; total: number }> {
  const { offset, limit } = filter;
  const [where, tables] = [matches(filter), newest(filter)];
  const counts = tables.map((table) => sql`(select count(*) from ${table} as one where ${where})`);
  const counted = await sql<{ total: number }>`
    select ${sql.join(counts, sql` + `)} as total`.execute(db);
  const tops = tables.map(
    (table) => sql`(select * from ${table} as one where ${where}
      order by at desc, id desc limit ${offset + limit})`,
  );
  const columnNames = sql`id, "accountId", "subAccountId", at, client, target, protocol, "exitIp",
    country, "upBytes", "downBytes", ms, outcome, reason, detail`;
  const { rows } = await sql<StoredRequest>`
    select ${columnNames} from (${sql.join(tops, sql` union all `)}) as both_tables
    order by at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: Math.min(counted.rows[0]?.total ?? 0, requestsKeptPerAccount) };
}

export interface FailureQuery {
  accountId: string;
  subAccountId: string;
  /** Only requests since this instant, in milliseconds by the product's clock. */
  since: number;
  /** host:port. Requests refused before they named a target match too. */
  target: string;
}
export interface RequestFailure {
  id: string;
  reason: string;
  detail: string;
}
/** Returns a sub-account's newest failed request to a target. */
export async function newestFailure(db: Db, query: FailureQuery): Promise<RequestFailure | null> {
  const where = sql`
    account_id = ${query.accountId} and at >= ${new Date(query.since)}
    and sub_account_id = ${query.subAccountId} and target in (${query.target}, '') and outcome <> 'ok'`;
  const { rows } = await sql<RequestFailure>`
    select id, reason, detail from (
      select id, reason, detail, at from connection_trace where ${where} and not unproved
      union all select id, reason, detail, at from request_log where ${where}) as failures
    order by at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
