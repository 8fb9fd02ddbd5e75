/**
 * The buckets of an account's traffic in the ledger: unallotted bytes in `main`, allotted ones in
 * `sub:<id>`. Leased bytes are reserved there; carried bytes move to the operator's `usage`.
 */
import { assetOfPool, type TrafficAsset } from "@turnpike/rules/traffic-pool.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { post } from "../../ledger/post.ts";

/** Bytes not allotted to any sub-account; the main sub-account uses them. */
export const restBucket = "main";
export const allotmentBucket = (subAccountId: string) => `sub:${subAccountId}`;
/** The sub-account whose allotment a bucket is; null for another bucket. */
export const idOfAllotment = (bucket: string): string | null =>
  bucket.startsWith("sub:") ? bucket.slice("sub:".length) : null;
/** The operator's bucket for carried bytes of a pool. */
export const usageHouse = (asset: TrafficAsset) =>
  ({ owner: null, asset, bucket: "usage" }) as const;

/** Whose bytes: an account's in a pool. */
export interface PoolOwner {
  account_id: string;
  pool: string;
}

/** Free bytes in an account's bucket of a pool, without those on lease. */
export function bytesIn(
  db: Db | Tx,
  { account_id: owner, pool }: PoolOwner,
  bucket: string,
): Promise<number> {
  return balanceOf(db, { owner, asset: assetOfPool(pool), bucket });
}

/** Moves bytes between two buckets of one account; does nothing if `bytes` is 0. */
export async function moveBytes(
  tx: Tx,
  move: {
    key: string;
    kind: "allot" | "settle";
    /** The sub-account's name. */
    ref: string;
    /** Milliseconds since 1970. */
    at: number;
    of: PoolOwner;
    from: string;
    to: string;
    bytes: number;
  },
): Promise<void> {
  const { key, kind, ref, at, of, from, to, bytes } = move;
  if (bytes === 0) return;
  const { account_id: owner } = of;
  const asset = assetOfPool(of.pool);
  const lines = [
    { owner, asset, bucket: from, amount: -bytes } as const,
    { owner, asset, bucket: to, amount: bytes } as const,
  ];
  await post(tx, { key, kind, ref, at, lines });
}
