/**
 * Where an account's traffic lies in the ledger: unallotted in `main`, allotted in `sub:<id>`. What
 * gateways have on lease is reserved there; what was carried goes to the house's `usage`.
 */
import type { Db, Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import { post } from "../../ledger/post.ts";

/** The account's bytes that no sub-account was allotted; the main one draws from them. */
export const restBucket = "main";
export const allotmentBucket = (subAccountId: string) => `sub:${subAccountId}`;
/** Where what was carried is booked. */
export const usageHouse = { owner: null, asset: "traffic", bucket: "usage" } as const;

/** Bytes that are free in a bucket of an account: not on lease. */
export function bytesIn(db: Db | Tx, accountId: string, bucket: string): Promise<number> {
  return balanceOf(db, { owner: accountId, asset: "traffic", bucket });
}

/** Moves bytes between two buckets of one account; nothing where `bytes` is 0. */
export async function moveBytes(
  tx: Tx,
  move: {
    key: string;
    kind: "allot" | "settle";
    /** The sub-account's name. */
    ref: string;
    /** Milliseconds since 1970. */
    at: number;
    accountId: string;
    from: string;
    to: string;
    bytes: number;
  },
): Promise<void> {
  const { key, kind, ref, at, accountId: owner, from, to, bytes } = move;
  if (bytes === 0) return;
  const asset = "traffic";
  const lines = [
    { owner, asset, bucket: from, amount: -bytes } as const,
    { owner, asset, bucket: to, amount: bytes } as const,
  ];
  await post(tx, { key, kind, ref, at, lines });
}
