/** How other nouns find a sub-account. */
import type { Db, Tx } from "../../platform/db/database.ts";
import { byName, holdLiveRow, liveIdsOf, mainOrOldest, namesOf } from "./store/sub-accounts.ts";

export interface FoundSubAccount {
  id: string;
  name: string;
}

/** The account's main one, else its oldest; null where it has none. */
export function defaultSubAccount(db: Db, accountId: string): Promise<FoundSubAccount | null> {
  return mainOrOldest(db, accountId);
}

/** A live one of the account by its name, without case. */
export async function liveSubAccount(
  db: Db,
  accountId: string,
  name: string,
): Promise<FoundSubAccount | null> {
  const row = await byName(db, accountId, name);
  return row?.deleted_at === null ? row : null;
}

/** One of the account by its name, deleted ones too. */
export function anySubAccount(
  db: Db,
  accountId: string,
  name: string,
): Promise<FoundSubAccount | null> {
  return byName(db, accountId, name);
}

/** Names by id, deleted ones too. */
export function subAccountNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  return namesOf(db, [...new Set(ids)]);
}

/** Keeps a live one from being deleted until the transaction ends; false where it is gone. */
export function holdLive(tx: Tx, id: string): Promise<boolean> {
  return holdLiveRow(tx, id);
}

/** How many live ones an account has. */
export async function liveSubAccounts(db: Db, accountId: string): Promise<number> {
  return (await liveIdsOf(db, accountId)).length;
}
