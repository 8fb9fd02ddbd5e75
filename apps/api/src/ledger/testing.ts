/** Ledger queries for tests. */
import { sql } from "kysely";
import type { Services } from "../platform/services.ts";

/** An owner's balances other than 0, by asset and bucket; reserved amounts are listed apart. */
export async function bucketsOf({ db }: Services, owner: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; balance: number }>`
    select asset || ' ' || bucket as name, balance - reserved as balance from ledger_account
    where owner = ${owner} and balance <> reserved
    union all
    select asset || ' ' || bucket || ' reserved', reserved from ledger_account
    where owner = ${owner} and reserved <> 0 order by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
}

/** The operator's balance of one bucket of an asset. */
export async function operatorHas(
  { db }: Services,
  asset: string,
  bucket: string,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(p.amount), 0)::bigint as sum from ledger_posting p
    join ledger_account a on a.id = p.account_id
    where a.owner is null and a.asset = ${asset} and a.bucket = ${bucket}`.execute(db);
  return rows[0]?.sum ?? 0;
}
