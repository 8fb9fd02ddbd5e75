/** Finds sub-accounts for other features. */
import type { Db, Tx } from "../../platform/db/database.ts";
import { lockLiveRow } from "./store/live.ts";
import { byName, liveIdsOf, mainOrOldest, subAccountNamesByIds } from "./store/sub-accounts.ts";

export interface FoundSubAccount {
  id: string;
  name: string;
  /** Its pool of traffic. */
  pool: string;
}

/** The account's main sub-account, else its oldest; null if it has none. */
export function defaultSubAccount(db: Db, accountId: string): Promise<FoundSubAccount | null> {
  return mainOrOldest(db, accountId);
}

/** The account's live sub-account with this name, ignoring case. */
export async function liveSubAccount(
  db: Db,
  accountId: string,
  name: string,
): Promise<FoundSubAccount | null> {
  const row = await byName(db, accountId, name);
  return row?.deleted_at === null ? row : null;
}

/** The account's sub-account with this name, ignoring case; including deleted ones. */
export function anySubAccount(
  db: Db,
  accountId: string,
  name: string,
): Promise<FoundSubAccount | null> {
  return byName(db, accountId, name);
}

/** Names of sub-accounts by id, including deleted ones. */
export function subAccountNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  return subAccountNamesByIds(db, [...new Set(ids)]);
}

/** Keeps a live one from being deleted until the transaction ends; false if it is deleted. */
export function lockLiveSubAccount(tx: Tx, id: string): Promise<boolean> {
  return lockLiveRow(tx, id);
}

/** The number of an account's live sub-accounts. */
export async function countLiveSubAccounts(db: Db, accountId: string): Promise<number> {
  return (await liveIdsOf(db, accountId)).length;
}
