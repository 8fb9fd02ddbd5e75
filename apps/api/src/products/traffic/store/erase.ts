/** What statistics lose when accounts are closed: which domains were visited. Sums stay. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { otherDomains } from "./rollups.ts";

const stepRows = 50_000;

/**
 * Counts what went to named domains as `(other)`: the sums by domain stay those by hour, which the
 * ledger is verified against. Answers whether that was all; else there is more to do.
 */
export async function eraseDomains(db: Db | Tx, accountIds: string[]): Promise<boolean> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from usage_domain_day where ctid = any(array(
        select ctid from usage_domain_day
        where account_id = any(${accountIds}::uuid[]) and domain <> ${otherDomains}
        limit ${stepRows}))
      returning account_id, sub_account_id, day, bytes, requests
    ), kept as (
      insert into usage_domain_day (account_id, sub_account_id, day, domain, bytes, requests)
      select account_id, sub_account_id, day, ${otherDomains}, sum(bytes), sum(requests)
      from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (account_id, sub_account_id, day, domain) do update set
        bytes = usage_domain_day.bytes + excluded.bytes,
        requests = usage_domain_day.requests + excluded.requests
    )
    select count(*) as gone from gone`.execute(db);
  return (rows[0]?.gone ?? 0) < stepRows;
}
