/** Sums over an account's sub-accounts. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

interface Totals {
  used: number;
  allocated: number;
  open: number;
}

/**
 * Sums over an account by pool: used bytes; allotted unused bytes of live sub-accounts
 * (`allocated`) and of all, including deleted ones with open leases (`open`).
 */
export async function totalsOf(db: Db | Tx, accountId: string) {
  const { rows } = await sql<Totals & { pool: string }>`
    select pool, coalesce(sum(used_bytes), 0)::bigint as used,
      coalesce(sum(allotted_bytes - used_bytes), 0)::bigint as open,
      coalesce(sum(allotted_bytes - used_bytes) filter (where deleted_at is null), 0)::bigint
        as allocated
    from sub_account where account_id = ${accountId} group by pool`.execute(db);
  return new Map(rows.map(({ pool, ...totals }) => [pool, totals]));
}

export const noTotals: Totals = { used: 0, allocated: 0, open: 0 };
