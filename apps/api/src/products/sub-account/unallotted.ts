/** An account's total traffic (spec/traffic-plan#balance). */
import type { Db, Tx } from "../../platform/db/database.ts";
import { balances } from "../../ledger/balances.ts";
import { assetOfPool, firstPool } from "@turnpike/rules/traffic-pool.ts";
import { noTotals, totalsOf } from "./store/totals.ts";

/** Bytes available only to a pool's main sub-account, including those on lease. */
export async function unallottedBytes(
  db: Db | Tx,
  accountId: string,
): Promise<(pool: string) => number> {
  const totals = await totalsOf(db, accountId);
  const held = await balances(db, accountId);
  return (pool) => {
    const { open } = totals.get(pool) ?? noTotals;
    return Math.max(0, (held[assetOfPool(pool)] ?? 0) - open);
  };
}

export interface TrafficBalance {
  /** Bought and unused bytes: unallotted, allotted and on lease. */
  balanceBytes: number;
  usedBytes: number;
  /** Allotted minus used bytes, summed over live sub-accounts. */
  allocatedBytes: number;
}

/** Reads an account's balance, used and allocated bytes by pool in one snapshot. */
export async function trafficBalance(
  db: Db,
  accountId: string,
): Promise<(pool?: string) => TrafficBalance> {
  const reading = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return reading.execute(async (tx) => {
    const totals = await totalsOf(tx, accountId);
    const held = await balances(tx, accountId);
    return (pool = firstPool) => {
      const { used: usedBytes, allocated: allocatedBytes } = totals.get(pool) ?? noTotals;
      return { balanceBytes: held[assetOfPool(pool)] ?? 0, usedBytes, allocatedBytes };
    };
  });
}
