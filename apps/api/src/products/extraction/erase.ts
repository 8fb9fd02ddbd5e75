/** What happens to extraction links when accounts are closed (spec/accounts#closure). */
import type { Tx } from "../../platform/db/database.ts";
import { removeLinksOf } from "./store.ts";

/** Nobody extracts for these accounts any more. */
export async function eraseLinks(tx: Tx, accountIds: string[]): Promise<void> {
  await removeLinksOf(tx, accountIds);
}
