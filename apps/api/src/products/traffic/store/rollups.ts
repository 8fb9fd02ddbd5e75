/** Adds to the tables of statistics, many rows per statement (`statistics.ts` reads them). */
import { sql } from "kysely";
import type { Tx, Db } from "../../../platform/db/database.ts";

/** Requests of an hour, domain or place, which only false reports reach: sums stay safe integers. */
const maxRequests = 100_000_000_000;

export interface HourRow {
  account: string;
  /** A sub-account's id, or the nil id for the whole account. */
  scope: string;
  product: string;
  hour: Date;
  upBytes: number;
  downBytes: number;
  requests: number;
}

export async function addHours(tx: Tx, rows: HourRow[]): Promise<void> {
  await sql`
    insert into usage_hour
      (account_id, sub_account_id, product, hour, up_bytes, down_bytes, requests)
    select account, scope, product, hour, "upBytes", "downBytes", requests
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (account uuid, scope uuid,
      product text, hour timestamptz, "upBytes" bigint, "downBytes" bigint, requests bigint)
    on conflict (account_id, sub_account_id, hour, product) do update set
      up_bytes = usage_hour.up_bytes + excluded.up_bytes,
      down_bytes = usage_hour.down_bytes + excluded.down_bytes,
      requests = least(usage_hour.requests + excluded.requests, ${maxRequests})`.execute(tx);
}

export interface DomainRow {
  account: string;
  scope: string;
  day: Date;
  domain: string;
  bytes: number;
  requests: number;
}

/** Distinct domains kept per day, for an account or sub-account. */
const maxDomains = 1_000;
/** All further domains are counted under this name, so that sums stay complete. */
export const otherDomains = "(other)";

/** Adds to the statistics by domain; domains beyond the limit count as `(other)`. */
export async function addDomains(tx: Tx, rows: DomainRow[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (account uuid,
        scope uuid, day date, domain text, bytes bigint, requests bigint)
    ), scopes as materialized (
      select account, scope, day, (
        select count(*) from usage_domain_day kept
        where kept.account_id = account and kept.sub_account_id = scope and kept.day = s.day
      ) as kept
      from (select distinct account, scope, day from given) s
    ), ranked as (
      select given.*, known.domain is not null as known, scopes.kept + row_number() over (
        partition by given.account, given.scope, given.day
        order by known.domain is not null, given.bytes desc, given.domain) as place
      from given
      join scopes using (account, scope, day)
      left join usage_domain_day known on known.account_id = given.account
        and known.sub_account_id = given.scope and known.day = given.day
        and known.domain = given.domain
    )
    insert into usage_domain_day (account_id, sub_account_id, day, domain, bytes, requests)
    select account, scope, day,
      case when known or place <= ${maxDomains} then domain else ${otherDomains} end as named,
      sum(bytes), sum(requests)
    from ranked group by account, scope, day, named order by account, scope, day, named
    on conflict (account_id, sub_account_id, day, domain) do update set
      bytes = usage_domain_day.bytes + excluded.bytes,
      requests = least(usage_domain_day.requests + excluded.requests, ${maxRequests})`.execute(tx);
}

export interface PlaceRow {
  account: string;
  day: Date;
  country: string;
  city: string;
  bytes: number;
  requests: number;
}

/** Distinct places kept per day, for an account. */
const maxPlaces = 1_000;

/** Adds to the statistics by place; cities beyond the limit count as `(other)` of their country. */
export async function addPlaces(tx: Tx, rows: PlaceRow[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (account uuid,
        day date, country text, city text, bytes bigint, requests bigint)
    ), days as materialized (
      select account, day, (
        select count(*) from usage_place_day kept
        where kept.account_id = account and kept.day = d.day
      ) as kept
      from (select distinct account, day from given) d
    ), ranked as (
      select given.*, known.city is not null as known, days.kept + row_number() over (
        partition by given.account, given.day
        order by known.city is not null, given.bytes desc, given.country, given.city) as place
      from given
      join days using (account, day)
      left join usage_place_day known on known.account_id = given.account
        and known.day = given.day and known.country = given.country and known.city = given.city
    )
    insert into usage_place_day (account_id, day, country, city, bytes, requests)
    select account, day, country,
      case when known or place <= ${maxPlaces} then city else ${otherDomains} end as named,
      sum(bytes), sum(requests)
    from ranked group by account, day, country, named order by account, day, country, named
    on conflict (account_id, day, country, city) do update set
      bytes = usage_place_day.bytes + excluded.bytes,
      requests = least(usage_place_day.requests + excluded.requests, ${maxRequests})`.execute(tx);
}

const batchRows = 50_000;

/**
 * Moves the bytes of accounts' domains to `(other)`, so that sums by domain still equal those by
 * hour, which are verified against the ledger. Returns whether all are done.
 */
export async function eraseDomains(db: Db | Tx, accountIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from usage_domain_day where (account_id, sub_account_id, day, domain) in (
        select account_id, sub_account_id, day, domain from usage_domain_day
        where account_id = any(${accountIds}::uuid[]) and domain <> ${otherDomains}
        limit ${batchRows})
      returning account_id, sub_account_id, day, bytes, requests
    ), kept as (
      insert into usage_domain_day (account_id, sub_account_id, day, domain, bytes, requests)
      select account_id, sub_account_id, day, ${otherDomains}, sum(bytes), sum(requests)
      from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (account_id, sub_account_id, day, domain) do update set
        bytes = usage_domain_day.bytes + excluded.bytes,
        requests = least(usage_domain_day.requests + excluded.requests, ${maxRequests})
    )
    select count(*) as gone from gone`.execute(db);
  return (rows[0]?.gone ?? 0) < batchRows;
}
