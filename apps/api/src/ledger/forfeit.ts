/** Takes what closed accounts have. The house keeps it apart from what was earned: `forfeited`. */
import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { type Asset, post } from "./post.ts";

interface Bucket {
  asset: Asset;
  bucket: string;
  amount: number;
}

/** Lines of one entry at most, two by two. */
const bucketsAtOnce = 500;
/** What gateways hold may be carried already: it is billed first, or comes back. */
const onLease = "lease:%";

/** What an owner has in each bucket, but what is on lease; locked until the transaction ends. */
export async function freeBuckets(tx: Tx, owner: string): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select asset, bucket, balance as amount from ledger_account
    where owner = ${owner} and balance > 0 and bucket not like ${onLease}
    order by asset, bucket for update`.execute(tx);
  return rows;
}

/** Takes all that an owner has but what is on lease; `id` is new for each time. */
export async function forfeit(
  tx: Tx,
  { owner, id, at }: { owner: string; id: string; at: number },
): Promise<void> {
  const buckets = await freeBuckets(tx, owner);
  for (let from = 0; from < buckets.length; from += bucketsAtOnce) {
    const lines = buckets.slice(from, from + bucketsAtOnce).flatMap(({ asset, bucket, amount }) => [
      { owner, asset, bucket, amount: -amount },
      { owner: null, asset, bucket: "forfeited", amount },
    ]);
    const key = `close:${owner}:${id}:${from}`;
    await post(tx, { key, kind: "close", ref: "account", at, lines });
  }
}

/** Those of the owners who have something that is not on lease. */
export async function ownersWithFree(db: Db, owners: string[]): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from ledger_account
    where owner = any(${owners}::uuid[]) and balance > 0
      and bucket not like ${onLease}`.execute(db);
  return rows.map((row) => row.owner);
}
