/** An account's total traffic (spec/traffic-plan#balance). */
import type { Db, Tx } from "../../platform/db/database.ts";
import { balances } from "../../ledger/balances.ts";
import { totalsOf } from "./store/sub-accounts.ts";

/** Bytes available only to the main sub-account, including those on lease. */
export async function unallottedBytes(db: Db | Tx, accountId: string): Promise<number> {
  const { open } = await totalsOf(db, accountId);
  const { traffic } = await balances(db, accountId);
  return Math.max(0, traffic - open);
}

export interface TrafficBalance {
  /** Bought and unused bytes: unallotted, allotted and on lease. */
  balanceBytes: number;
  usedBytes: number;
  /** Allotted minus used bytes, summed over live sub-accounts. */
  allocatedBytes: number;
}

/** Reads an account's balance, used and allocated bytes in one snapshot. */
export async function trafficBalance(db: Db, accountId: string): Promise<TrafficBalance> {
  const reading = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return reading.execute(async (tx) => {
    const { used, allocated } = await totalsOf(tx, accountId);
    const { traffic } = await balances(tx, accountId);
    return { balanceBytes: traffic, usedBytes: used, allocatedBytes: allocated };
  });
}
