/** When a payment provider last reported anything. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The time of the provider's last event, and the number of payments started with it. */
export async function providerActivity(
  db: Db,
  provider: string,
): Promise<{ begun: number; lastEventAt: Date | null }> {
  const { rows } = await sql<{ begun: number; lastEventAt: Date | null }>`
    select (select count(*)::int from payment where provider = ${provider}) as begun,
      (select max(at) from payment_event where provider = ${provider}) as "lastEventAt"`.execute(
    db,
  );
  return rows[0] ?? { begun: 0, lastEventAt: null };
}
