/** What the whitelist loses when sub-accounts are deleted. */
import type { Tx } from "../db/database.ts";
import { tellGateways } from "../hub/news.ts";
import { removeEntriesOf } from "./store.ts";

/** Removes the entries of sub-accounts and tells the gateways. */
export async function forgetWhitelistOf(tx: Tx, subAccountIds: string[]): Promise<void> {
  const ids = await removeEntriesOf(tx, subAccountIds);
  await tellGateways(
    tx,
    ids.map((id) => ({ kind: "whitelist", id })),
  );
}
