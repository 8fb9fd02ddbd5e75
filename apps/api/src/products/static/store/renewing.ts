/** Static IPs that renew automatically, as used by forecasts. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { Period } from "./due.ts";

/** A subquery of account_id, id and ends_at of a term (those that do not renew: `ending.ts`). */
export const renewingStatics = (term: StaticTerm) => sql`
  select account_id, id, expires_at as ends_at from static_ip
  where term = ${sql.lit(term)} and released_at is null
    and auto_renew and renew_failed_for is distinct from expires_at`;

export interface RenewingRow extends Period {
  /** Days until the end, rounded up. */
  endsInDays: number;
  count: number;
}

/** Counts an account's IPs with auto-renew on, by period and days until their end. */
export async function renewingOf(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<RenewingRow[]> {
  const { rows } = await sql<RenewingRow>`
    select term, days, count(*) as count,
      ceil(extract(epoch from expires_at - ${now}::timestamptz) / 86400)::int as "endsInDays"
    from static_ip
    where account_id = ${accountId} and released_at is null and auto_renew
      and expires_at > ${now}::timestamptz
    group by 1, 2, 4`.execute(db);
  return rows;
}
