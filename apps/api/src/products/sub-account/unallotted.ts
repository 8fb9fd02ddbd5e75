/** An account's traffic as a whole (spec/traffic-plan#balance). */
import type { Db, Tx } from "../../platform/db/database.ts";
import { balances } from "../../ledger/balances.ts";
import { totalsOf } from "./store/sub-accounts.ts";

/** Bytes that only the main account has, on lease or not. */
export async function unallottedBytes(db: Db | Tx, accountId: string): Promise<number> {
  const { open } = await totalsOf(db, accountId);
  const { traffic } = await balances(db, accountId);
  return Math.max(0, traffic - open);
}

export interface TrafficBalance {
  /** Bought and not used: unallotted, allotted and on lease. */
  balanceBytes: number;
  usedBytes: number;
  /** The sum of allotted less used over live sub-accounts. */
  allocatedBytes: number;
}

/** What an account has, used and allotted, all of one instant. */
export async function trafficBalance(db: Db, accountId: string): Promise<TrafficBalance> {
  const reading = db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");
  return reading.execute(async (tx) => {
    const { used, allocated } = await totalsOf(tx, accountId);
    const { traffic } = await balances(tx, accountId);
    return { balanceBytes: traffic, usedBytes: used, allocatedBytes: allocated };
  });
}
