/** Closing an account for ever (spec/accounts#closure). */
import { addressesOf } from "../../identity/account/addresses.ts";
import { endWithdrawals } from "../../commerce/affiliate/forget.ts";
import { forgetHolder } from "../../identity/account/forget.ts";
import { voidCoupons } from "../../commerce/coupon/forget.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker } from "../../platform/http/handler.ts";
import { forfeit } from "../../ledger/forfeit.ts";
import { type ProvedCode, useCode } from "../../identity/mail-code/prove.ts";
import { forgetMails } from "../../platform/mail/forget.ts";
import { queueNotice } from "../../platform/mail/notice.ts";
import { endPayments } from "../../commerce/payment/forget.ts";
import type { Services } from "../../platform/services.ts";
import { holdSession } from "../../identity/session/end.ts";
import { forgetStatics } from "../../products/static/forget.ts";
import { forgetSubAccounts, holdSubAccounts } from "../../products/sub-account/forget.ts";
import { forgetUnlimited } from "../../products/unlimited/end.ts";
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
