/** What an owner got of an asset, whatever became of it since. */
import { sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

/** Bytes of all pools that an owner got by orders, gifts and CDKeys since an instant. */
export async function receivedBytes(
  db: Db,
  { owner, since }: { owner: string; since: Date },
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select least(coalesce(sum(l.amount), 0), ${Number.MAX_SAFE_INTEGER})::bigint as bytes
    from ledger_holding h join ledger_line l on l.owner = h.owner and l.asset = h.asset
    where h.owner = ${owner} and (h.asset = 'traffic' or h.asset like 'traffic:%')
      and l.at > ${since} and l.kind in ('order', 'gift', 'cdkey') and l.amount > 0`.execute(db);
  return rows[0]?.bytes ?? 0;
}
