/** The number of exits an account used per hour. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/**
 * Counts distinct exits by the hour in which connections began (in milliseconds since 1970), among
 * the newest `limit` connections from `from` to before `to`. Hours without any are left out.
 */
export async function exitsByHour(
  db: Db,
  of: { accountId: string; from: Date; to: Date; limit: number },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ hour: number; exits: number }>`
    select hour, count(distinct exit_ip)::int as exits from (
      select floor(extract(epoch from at) / 3600)::bigint as hour, exit_ip from connection_trace
      where account_id = ${of.accountId} and at >= ${of.from} and at < ${of.to}
      order by at desc limit ${of.limit}) newest
    group by hour`.execute(db);
  return new Map(rows.map(({ hour, exits }) => [Number(hour) * 3_600_000, exits]));
}
