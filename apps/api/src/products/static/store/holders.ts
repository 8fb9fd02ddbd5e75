/** Reads who held an address as a static IP. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface StaticHolding {
  accountId: string;
  holderId: string;
  product: string;
  from: Date;
  /** When it was released; null while it is held. */
  to: Date | null;
}

/** The newest `limit` static IPs that have, or last had, one of these exits. */
export async function staticHoldings(
  db: Db,
  { exitIds, limit }: { exitIds: string[]; limit: number },
): Promise<StaticHolding[]> {
  const { rows } = await sql<StaticHolding>`
    select account_id as "accountId", id as "holderId", term as product, started_at as "from",
      released_at as "to"
    from static_ip where exit_id = any(${exitIds}::uuid[])
    order by started_at desc, id limit ${limit}`.execute(db);
  return rows;
}
