/** What an account has, as the ledger says. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { type Asset, assets } from "./post.ts";

export type Balances = Record<Asset, number>;

/** What an owner has of each asset, over all buckets, less what was used and is not posted yet. */
export async function balances(db: Db | Tx, owner: string): Promise<Balances> {
  const rows = await db
    .selectFrom("ledger_holding")
    .select(["asset", sql<number>`balance - pending`.as("balance")])
    .where("owner", "=", owner)
    .execute();
  const held = Object.fromEntries(assets.map((asset) => [asset, 0])) as Balances;
  for (const { asset, balance } of rows) {
    if (asset in held) held[asset as Asset] = balance;
  }
  return held;
}

/** A query of owner and balance, of those who ever had some of an asset. */
export function holdingsOf(asset: Asset): RawBuilder<unknown> {
  return sql`select owner, balance - pending as balance from ledger_holding where asset = ${asset}`;
}

/** What is free in one bucket: not reserved. */
export async function balanceOf(
  db: Db | Tx,
  where: { owner: string; asset: Asset; bucket: string },
): Promise<number> {
  const row = await db
    .selectFrom("ledger_account")
    .select(sql<number>`balance - reserved`.as("balance"))
    .where("owner", "=", where.owner)
    .where("asset", "=", where.asset)
    .where("bucket", "=", where.bucket)
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/**
 * The same, and nobody else spends of it until the transaction ends. One bucket alone, before
 * anything is posted: the ledger locks in an order of its own.
 */
export async function holdBalance(
  tx: Tx,
  where: { owner: string; asset: Asset; bucket: string },
): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance - reserved as balance from ledger_account
    where owner = ${where.owner} and asset = ${where.asset} and bucket = ${where.bucket}
    for no key update`.execute(tx);
  return rows[0]?.balance ?? 0;
}

/** Whether anything was ever posted. */
export async function hasEntries(db: Db): Promise<boolean> {
  const first = await db.selectFrom("ledger_entry").select("id").limit(1).executeTakeFirst();
  return first !== undefined;
}
