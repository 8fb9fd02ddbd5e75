import type { Db } from "../../platform/db/database.ts";
import { countEntries } from "./store.ts";

/** How many addresses an account has whitelisted now. */
export function whitelistEntries(db: Db, of: { accountId: string; now: Date }): Promise<number> {
  return countEntries(db, of);
}
