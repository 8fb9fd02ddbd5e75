import { defineModule } from "../../platform/module.ts";
import { cdkeyCalls } from "./calls.ts";
import { cdkeyChecks } from "./verify.ts";
import { voidInArrears } from "./void.ts";
import type { Tx } from "../../platform/db/database.ts";
import { eraseCodes } from "./store.ts";

/** CDKeys whose codes are forgotten in one transaction. */
const AT_ONCE = 5_000;

/**
 * Forgets the codes of unused CDKeys of closed accounts: so many at once, answers whether that was
 * all. They stay good for whoever bought them: what they hold had left the maker's balance.
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
