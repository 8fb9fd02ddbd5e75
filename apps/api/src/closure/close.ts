/** Closing an account for ever (spec/accounts#closure). */
import { addressesOf } from "../account/addresses.ts";
import { endWithdrawals } from "../affiliate/forget.ts";
import { forgetHolder } from "../account/forget.ts";
import { voidCoupons } from "../coupon/forget.ts";
import { transaction } from "../db/database.ts";
import type { Asker } from "../http/handler.ts";
import { forfeit } from "../ledger/forfeit.ts";
import { type ProvedCode, useCode } from "../mail-code/prove.ts";
import { forgetMails } from "../outside/mail/forget.ts";
import { queueNotice } from "../outside/mail/notice.ts";
import { endPayments } from "../payment/forget.ts";
import type { Services } from "../services.ts";
import { holdSession } from "../session/end.ts";
import { forgetStatics } from "../static/forget.ts";
import { forgetSubAccounts, holdSubAccounts } from "../sub-account/forget.ts";
import { forgetUnlimited } from "../unlimited/end.ts";
import { clear } from "./clear.ts";

/**
 * Closes the asker's account, all of it or nothing. Everybody who works on the account locks in
 * this order: the guard (`holdSession`), sub-accounts, the account itself (`forgetHolder`),
 * payments, withdrawals, static IPs, unlimited plans, what lies in the ledger.
 * @throws Refusal sessionInvalid, codeUsedUp
 */
export function closeAccount(services: Services, asker: Asker, proved: ProvedCode): Promise<void> {
  const { db, world } = services;
  const { accountId } = asker;
  return transaction(db, async (tx) => {
    const now = world.now();
    await holdSession(tx, asker);
    await useCode(services, tx, proved);
    const { email, secureEmail } = await addressesOf(tx, accountId);
    const addresses = secureEmail === null ? [email] : [email, secureEmail];
    await forgetMails(tx, addresses);
    await queueNotice(services, tx, accountId, "accountClosed", {});
    await holdSubAccounts(tx, accountId);
    await forgetHolder(services, tx, accountId);
    await endPayments(tx, accountId);
    await endWithdrawals(services, tx, accountId);
    await forgetStatics(services, tx, [accountId]);
    await forgetUnlimited(services, tx, [accountId]);
    await forgetSubAccounts(services, tx, accountId);
    await voidCoupons(tx, { accountId, now: new Date(now) });
    await forfeit(tx, { owner: accountId, id: world.id(), at: now });
    await clear(services, tx, [accountId], addresses);
  });
}
