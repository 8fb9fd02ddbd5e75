/** The addresses that targets see, of exits that have one. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** By exit; exits that are prefixes, and modems whose address changes, are left out. */
export async function addressesOfExits(
  db: Db | Tx,
  exitIds: string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; ip: string | null }>`
    select id, case when modem.exit_id is null then host(ip)
      when modem.changing_since is null then host(modem.address) end as ip
    from exit left join modem on modem.exit_id = exit.id
    where id = any(${exitIds}::uuid[])
      and masklen(ip) = case family(ip) when 4 then 32 else 128 end`.execute(db);
  return new Map(rows.flatMap(({ id, ip }) => (ip === null ? [] : [[id, ip] as const])));
}
