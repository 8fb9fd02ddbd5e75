/** Reads an account's balances from the ledger. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { type Asset, assets, type BaseAsset } from "@turnpike/rules/assets.ts";
import { type PoolAsset, poolOfAsset } from "@turnpike/rules/traffic-pool.ts";

/** By asset; of traffic in added pools, what the owner ever held. */
export type Balances = Record<BaseAsset, number> & { [asset: PoolAsset]: number };

/** An owner's balance of each asset, summed over all buckets, less usage that is not posted yet. */
export async function balances(db: Db | Tx, owner: string): Promise<Balances> {
  const { rows } = await sql<{ asset: string; balance: number }>`
    select asset, balance - pending as balance from ledger_holding
    where owner = ${owner}`.execute(db);
  return balancesIn(rows);
}

/** The balances in an owner's rows. */
export function balancesIn(rows: readonly { asset: string; balance: number }[]): Balances {
  const held = Object.fromEntries(assets.map((asset) => [asset, 0])) as Balances;
  for (const { asset, balance } of rows) {
    if (asset in held || poolOfAsset(asset) !== null) held[asset as BaseAsset] = balance;
  }
  return held;
}

/** A query of owner and balance, for every owner who ever held the asset. */
export function holdingsOf(asset: Asset): RawBuilder<unknown> {
  return sql`select owner, balance - pending as balance from ledger_holding where asset = ${asset}`;
}

/** A query of owner, pool and balance of the added pools that an owner ever had traffic of. */
export const poolHoldings = sql`select owner, substring(asset from 9) as pool,
  balance - pending as balance from ledger_holding where asset like 'traffic:%'`;

/** The balance of one bucket, less what is reserved of it. */
export async function balanceOf(
  db: Db | Tx,
  where: { owner: string; asset: Asset; bucket: string },
): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance - reserved as balance from ledger_account
    where owner = ${where.owner} and asset = ${where.asset}
      and bucket = ${where.bucket}`.execute(db);
  return rows[0]?.balance ?? 0;
}

/** What many owners have in their bucket `main`, less what is reserved of it. */
export async function mainBalances(
  db: Db | Tx,
  { owners, asset }: { owners: string[]; asset: Asset },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ owner: string; balance: number }>`
    select owner, balance - reserved as balance from ledger_account
    where owner = any(${owners}::uuid[]) and asset = ${asset} and bucket = 'main'`.execute(db);
  return new Map(rows.map(({ owner, balance }) => [owner, balance]));
}

/**
 * Like `balanceOf`, but locks the bucket so that no other transaction spends from it until this one
 * ends. Lock one bucket at most, and before posting anything: `post` locks in its own order.
 */
export async function lockBalance(
  tx: Tx,
  where: { owner: string; asset: Asset; bucket: string },
): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance - reserved as balance from ledger_account
    where owner = ${where.owner} and asset = ${where.asset} and bucket = ${where.bucket}
    for no key update`.execute(tx);
  return rows[0]?.balance ?? 0;
}

/** Whether the ledger has any entry. */
export async function hasEntries(db: Db): Promise<boolean> {
  const { rows } = await sql`select from ledger_entry limit 1`.execute(db);
  return rows.length > 0;
}
