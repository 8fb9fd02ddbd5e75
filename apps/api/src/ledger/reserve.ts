/**
 * Counters beside the balances, for changes too frequent to post one by one: part of a bucket is
 * *reserved*, and usage of it is *pending* until one entry posts it (spec/accounting#posting).
 * Customers see their balance less what is pending.
 */
import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";

export interface BucketAmount {
  owner: string;
  asset: Asset;
  bucket: string;
  /** Whole units, above 0. */
  amount: number;
}

/** Reserves part of a bucket's free balance; returns false if less than `amount` is free. */
export async function reserve(
  tx: Tx,
  { owner, asset, bucket, amount }: BucketAmount,
): Promise<boolean> {
  const done = await sql`
    update ledger_account set reserved = reserved + ${amount}
    where owner = ${owner} and asset = ${asset} and bucket = ${bucket}
      and balance - reserved >= ${amount}
    returning id`.execute(tx);
  return done.rows.length > 0;
}

/** Releases reserved amounts of many buckets in one statement; locks in the order of `post`. */
export async function release(tx: Tx, amounts: BucketAmount[]): Promise<void> {
  if (amounts.length === 0) return;
  await sql`
    with freed as (
      select owner, asset, bucket, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb)
        as given (owner uuid, asset text, bucket text, amount bigint)
      group by 1, 2, 3
    ), locked as (
      select a.id, freed.amount from ledger_account a join freed using (owner, asset, bucket)
      order by owner, asset, bucket for no key update of a
    )
    update ledger_account a set reserved = a.reserved - locked.amount
    from locked where a.id = locked.id`.execute(tx);
}

/** Adds to the pending usage of many owners in one statement; amounts below 0 mark it as posted. */
export async function addPending(
  tx: Tx,
  amounts: { owner: string; asset: Asset; amount: number }[],
): Promise<void> {
  if (amounts.length === 0) return;
  await sql`
    with used as (
      select owner, asset, sum(amount)::bigint as amount
      from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb)
        as given (owner uuid, asset text, amount bigint)
      group by 1, 2
    ), locked as (
      select h.owner, h.asset, used.amount from ledger_holding h join used using (owner, asset)
      order by owner, asset for no key update of h
    )
    update ledger_holding h set pending = h.pending + locked.amount
    from locked where h.owner = locked.owner and h.asset = locked.asset`.execute(tx);
}
