import { defineModule } from "../../platform/module.ts";
import { cdkeyCalls } from "./calls.ts";
import { cdkeyChecks } from "./verify.ts";
import { voidInArrears } from "./void.ts";
import type { Tx } from "../../platform/db/database.ts";
import { eraseCodes } from "./store.ts";

/** CDKeys whose codes are erased in one transaction. */
const AT_ONCE = 5_000;

/**
 * Erases the codes of closed accounts' unredeemed CDKeys, at most `AT_ONCE` per call. Returns
 * whether none are left. The CDKeys stay redeemable: their value has already left the maker's
 * balance.
 */
async function eraseCdkeys(tx: Tx, accountIds: string[]): Promise<boolean> {
  return (await eraseCodes(tx, accountIds, AT_ONCE)) < AT_ONCE;
}

export const cdkeyModule = defineModule({
  calls: cdkeyCalls,
  erase: { clear: (_services, tx, { accountIds }) => eraseCdkeys(tx, accountIds) },
  arrears: voidInArrears,
  verify: cdkeyChecks,
});
