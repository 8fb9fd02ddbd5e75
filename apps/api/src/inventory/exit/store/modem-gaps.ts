/** When it is not known which address a modem had, for the trace (spec/supply#modems). */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** A time in which a modem changed from or to an address. */
export interface ModemGap {
  exitId: string;
  /** The address before: what gateways may still have written. */
  before: string | null;
  from: Date;
  to: Date;
}

/** The gaps before and after the times in which modems had an address; at most `limit`. */
export async function gapsAround(
  db: Db,
  ip: string,
  { from, to, now, limit }: { from: Date; to: Date; now: Date; limit: number },
): Promise<ModemGap[]> {
  const { rows } = await sql<ModemGap>`
    select * from (
      select had.exit_id as "exitId", host(earlier.address) as before, had.after_at as "from",
        had.from_at as "to"
      from modem_address had left join lateral (
        select address from modem_address other
        where other.exit_id = had.exit_id and other.from_at < had.from_at
        order by other.from_at desc limit 1) earlier on true
      where had.address = ${ip}::inet
      union all
      select had.exit_id, host(had.address), had.until_at, coalesce(later.from_at, ${now})
      from modem_address had left join lateral (
        select from_at from modem_address other
        where other.exit_id = had.exit_id and other.from_at > had.from_at
        order by other.from_at limit 1) later on true
      where had.address = ${ip}::inet and had.until_at is not null) gap
    where "from" <= ${to} and "to" >= ${from} and "from" < "to"
    order by "from" desc limit ${limit}`.execute(db);
  return rows;
}
