/** Closes an account permanently (spec/accounts#closure). */
import { addressesOf } from "../../identity/account/addresses.ts";
import { type ProvedCode, useCode } from "../../identity/mail-code/prove.ts";
import { lockSession } from "../../identity/session/end.ts";
import { forfeit } from "../../ledger/forfeit.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { queueNotice } from "../../identity/account/notice.ts";
import type { Services } from "../../platform/services.ts";
import { clearAccounts } from "./clear.ts";

/**
 * Closes the caller's account in one transaction. All code that works on an account takes locks in
 * this order: the guard (`lockSession`), what modules lock in `lock`, then what they close, each in
 * the order of `app.ts`; the ledger last.
 * @throws Refusal sessionInvalid, codeUsedUp
 */
export function closeAccount(
  services: Services,
  caller: Caller,
  proved: ProvedCode,
): Promise<void> {
  const { db, world, modules } = services;
  const { accountId } = caller;
  return transaction(db, async (tx) => {
    await lockSession(tx, caller);
    await useCode(services, tx, proved);
    const { email, secureEmail } = await addressesOf(tx, accountId);
    const addresses = secureEmail === null ? [email] : [email, secureEmail];
    const closing = { accountId, addresses };
    for (const { lock } of modules.erase) await lock?.(tx, closing);
    await queueNotice(services, tx, accountId, "accountClosed", {});
    for (const { close } of modules.erase) await close?.(services, tx, closing);
    await forfeit(tx, { owner: accountId, id: world.id(), at: world.now() });
    await clearAccounts(services, tx, [accountId], addresses);
  });
}
