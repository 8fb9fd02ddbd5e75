/** How much of unlimited plans the operator sells in each region. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Sets what is given; false where there is no such region. What plans have they keep. */
export async function setRegionMost(
  db: Db,
  region: string,
  { ports, mbps }: { ports: number | null; mbps: number | null },
): Promise<boolean> {
  const set = await sql`
    update unlimited_region set most_ports = coalesce(${ports}::int, most_ports),
      most_mbps = coalesce(${mbps}::int, most_mbps)
    where region = ${region}`.execute(db);
  return set.numAffectedRows === 1n;
}
