/** What an account has unallotted: its rest, and what the main account holds of it on lease. */
import type { Db, Tx } from "../db/database.ts";
import { leasedFromRest } from "../hub/lease-store.ts";
import { bytesIn, restBucket } from "./moves.ts";

/** Bytes that are nobody's but the main account's, on lease or not. */
export async function unallottedBytes(db: Db | Tx, accountId: string): Promise<number> {
  return (await bytesIn(db, accountId, restBucket)) + (await leasedFromRest(db, accountId));
}
