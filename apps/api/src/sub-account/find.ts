/** How other nouns find a sub-account. */
import type { Db } from "../db/database.ts";
import { byName, mainOrOldest, namesOf } from "./store.ts";

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
