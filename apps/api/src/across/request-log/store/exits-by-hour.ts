/** How many exits an account used, by hour. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/**
 * Different exits of the connections that began in each hour (its start in milliseconds since 1970),
 * of the newest `limit` connections from `from` to before `to`. Hours without one are left out.
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
