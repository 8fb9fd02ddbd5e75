/** Reads the statistics of one account; `rollups.ts` adds to them. */
import type { Span, Step } from "@turnpike/rules/statistics.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";

/** An account and one of its sub-accounts, or (null) all of them. */
export interface StatisticsScope {
  accountId: string;
  subAccountId: string | null;
  /** Only these sub-accounts, a query of `id`; absent for all. */
  among?: RawBuilder<unknown> | undefined;
}

export interface StepSum {
  /** The step's start, milliseconds since 1970. */
  at: number;
  upBytes: number;
  downBytes: number;
  requests: number;
}

const hourSums = sql`sum(up_bytes)::bigint as "upBytes", sum(down_bytes)::bigint as "downBytes",
  sum(requests)::bigint as requests`;
const scopeOf = ({ subAccountId, among }: StatisticsScope) =>
  among === undefined
    ? sql`sub_account_id = ${subAccountId ?? nilUuid}`
    : sql`sub_account_id in (${among})`;
const hoursOf = (of: StatisticsScope & { span: Span }) => sql`
  from usage_hour
  where account_id = ${of.accountId} and ${scopeOf(of)}
    and hour >= ${new Date(of.span.from)} and hour < ${new Date(of.span.to)}`;

/** Sums by UTC hour, day or month of a span; steps without traffic are left out. */
export async function sumsByStep(
  db: Db,
  of: StatisticsScope & { span: Span; by: Step | "month" },
): Promise<StepSum[]> {
  const { rows } = await sql<StepSum>`
    select (extract(epoch from step) * 1000)::bigint as at, "upBytes", "downBytes", requests
    from (select date_trunc(${of.by}, hour, 'UTC') as step, ${hourSums} ${hoursOf(of)} group by 1) steps
    order by step`.execute(db);
  return rows;
}

/** The sums of a whole span as one step that starts with it; empty without traffic. */
export async function sumsOfSpan(db: Db, of: StatisticsScope & { span: Span }): Promise<StepSum[]> {
  const { rows } = await sql<Omit<StepSum, "at">>`
    select ${hourSums} ${hoursOf(of)} having count(*) > 0`.execute(db);
  return rows.map((sums) => ({ at: of.span.from, ...sums }));
}

/** Sums of the whole account by UTC month (`YYYY-MM`), from an instant on. */
export async function sumsByMonth(
  db: Db,
  of: { accountId: string; from: number },
): Promise<{ month: string; bytes: number }[]> {
  const { rows } = await sql<{ month: string; bytes: number }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM') as month,
      sum(up_bytes + down_bytes)::bigint as bytes
    from usage_hour
    where account_id = ${of.accountId} and sub_account_id = ${nilUuid}
      and hour >= ${new Date(of.from)}
    group by 1`.execute(db);
  return rows;
}

export interface DomainSum {
  domain: string;
  bytes: number;
  requests: number;
}
/** The domains with the most bytes in the days of a span. */
export async function topDomains(
  db: Db,
  of: StatisticsScope & { span: Span; top: number },
): Promise<DomainSum[]> {
  const { rows } = await sql<DomainSum>`
    select domain, sum(bytes)::bigint as bytes, sum(requests)::bigint as requests
    from usage_domain_day
    where account_id = ${of.accountId} and ${scopeOf(of)}
      and day >= (${new Date(of.span.from)}::timestamptz at time zone 'UTC')::date
      and day < (${new Date(of.span.to)}::timestamptz at time zone 'UTC')::date
    group by domain order by bytes desc, domain limit ${of.top}`.execute(db);
  return rows;
}
