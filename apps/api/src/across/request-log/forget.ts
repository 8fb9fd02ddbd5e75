/** What the request log loses when accounts are closed. */
import type { Tx } from "../../platform/db/database.ts";
import { removeRequestsOf } from "./store.ts";

/** Removes all rows of accounts; each has so many at most that one statement does it. */
export function forgetRequestsOf(tx: Tx, accountIds: string[]): Promise<void> {
  return removeRequestsOf(tx, accountIds);
}
