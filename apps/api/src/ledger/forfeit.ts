/** Takes closed accounts' balances. The operator books them to `forfeited`, apart from its sales. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { post } from "./post.ts";

interface Bucket {
  asset: Asset;
  bucket: string;
  amount: number;
}

/** Maximum buckets per entry; each takes two lines. */
const bucketsAtOnce = 500;

/**
 * An owner's buckets and what is not reserved in each. Reserved amounts stay, as gateways may have
 * carried that traffic already: they are billed or released first. Locks the buckets until the
 * transaction ends.
 */
export async function lockFreeBuckets(tx: Tx, owner: string): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`
    select asset, bucket, balance - reserved as amount from ledger_account
    where owner = ${owner} and balance > reserved
    order by asset, bucket for update`.execute(tx);
  return rows;
}

/** Takes all that an owner has and that is not reserved; `id` must be new for each call. */
export async function forfeit(
  tx: Tx,
  { owner, id, at }: { owner: string; id: string; at: number },
): Promise<void> {
  const buckets = await lockFreeBuckets(tx, owner);
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
 * Up to `limit` of the owners (a query of `id`) but some that have anything unreserved. Filters by their few
 * holdings first, as one owner may have thousands of buckets.
 */
export async function ownersWithFreeBalance(
  db: Db,
  owners: RawBuilder<unknown>,
  { except, limit }: { except: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select holding.owner from (${owners}) owners
    join ledger_holding holding on holding.owner = owners.id and holding.balance > 0
    where exists (
      select from ledger_account own
      where own.owner = holding.owner and own.balance > own.reserved)
      and holding.owner <> all(${except}::uuid[])
    group by holding.owner limit ${limit}`.execute(db);
  return rows.map((row) => row.owner);
}
