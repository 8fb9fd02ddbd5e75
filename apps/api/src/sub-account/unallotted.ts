/** An account's traffic as a whole (contract §16 Allocation). */
import type { Db, Tx } from "../db/database.ts";
import { leasedFromRest } from "../hub/lease-store.ts";
import { bytesIn, restBucket } from "./moves.ts";
import { totalsOf } from "./store.ts";

/** Bytes that are nobody's but the main account's: the rest, and what is on lease of it. */
export async function unallottedBytes(db: Db | Tx, accountId: string): Promise<number> {
  return (await bytesIn(db, accountId, restBucket)) + (await leasedFromRest(db, accountId));
}

export interface TrafficBalance {
  /** Bought and not used: unallotted, allotted and on lease. */
  balanceBytes: number;
  usedBytes: number;
  /** The sum of allotted less used over live sub-accounts. */
  allocatedBytes: number;
}

/** What an account has, used and allotted. */
export async function trafficBalance(db: Db, accountId: string): Promise<TrafficBalance> {
  const { used, allocated, open } = await totalsOf(db, accountId);
  const balanceBytes = (await unallottedBytes(db, accountId)) + open;
  return { balanceBytes, usedBytes: used, allocatedBytes: allocated };
}
