/** Which gateway workers carry a plan: those that opened its ports, also of one that has ended. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export async function carriersOf(db: Db, planId: string): Promise<string[]> {
  const { rows } = await sql<{ gateway: string }>`
    select distinct gateway from unlimited_port
    where plan_id = ${planId} and gateway is not null`.execute(db);
  return rows.map(({ gateway }) => gateway);
}
