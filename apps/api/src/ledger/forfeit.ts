/** Takes what closed accounts have. The house keeps it apart from what was earned: `forfeited`. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { type Asset, post } from "./post.ts";

interface Bucket {
  asset: Asset;
  bucket: string;
  amount: number;
}

/** Lines of one entry at most, two by two. */
const bucketsAtOnce = 500;

/**
 * What an owner has in each bucket but what is reserved: gateways may have carried that already. It
 * is billed first, or comes back. Locked until the transaction ends.
 */
export async function freeBuckets(tx: Tx, owner: string): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select asset, bucket, balance - reserved as amount from ledger_account
    where owner = ${owner} and balance > reserved
    order by asset, bucket for update`.execute(tx);
  return rows;
}

/** Takes all that an owner has but what is reserved; `id` is new for each time. */
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

/**
 * Those of the owners (a query of `id`) who have something that is not reserved; at most `limit`.
 * Their few holdings are read first, as one may have thousands of buckets.
 */
export async function ownersWithFree(
  db: Db,
  owners: RawBuilder<unknown>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select holding.owner from (${owners}) owners
    join ledger_holding holding on holding.owner = owners.id and holding.balance > 0
    where exists (
      select from ledger_account own
      where own.owner = holding.owner and own.balance > own.reserved)
    group by holding.owner limit ${limit}`.execute(db);
  return rows.map((row) => row.owner);
}
