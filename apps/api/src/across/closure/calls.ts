/** Closing the account (spec/accounts#closure). */
import { holdings } from "../../identity/account/user.ts";
import { usableCoupons } from "../../commerce/coupon/use.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import { bindingsOf } from "../../identity/identity/bindings.ts";
import { balances } from "../../ledger/balances.ts";
import { proveCode } from "../../identity/mail-code/prove.ts";
import { requireMfa } from "../../identity/mfa/require.ts";
import { pendingWithdrawals } from "../../commerce/affiliate/forget.ts";
import { pendingPayments } from "../../commerce/payment/forget.ts";
import type { Services } from "../../platform/services.ts";
import { listSessions } from "../../identity/session/list.ts";
import { proveOwner } from "../../identity/session/prove-password.ts";
import { countLiveOf } from "../../products/static/store.ts";
import { liveSubAccounts } from "../../products/sub-account/find.ts";
import { countLiveOf as countLivePlans } from "../../products/unlimited/end-store.ts";
import { whitelistEntries } from "../../products/whitelist/count.ts";
import { closeAccount } from "./close.ts";

export function closureCalls(services: Services): Pick<Handlers, "cancelInfo" | "cancel"> {
  return {
    cancelInfo: (_question, asker) => whatWouldEnd(services, asker),

    /**
     * Password, mailed code, second factor. Who has no password yet (a linked login made the
     * account) is answered wrongPassword and sets one first, by "forgot password".
     */
    async cancel({ password, code, mfaCode }, asker) {
      const { accountId, ip } = asker;
      await proveOwner(services, { accountId, password, ip });
      const proved = await proveCode(services, { scene: "cancel", code, accountId });
      await requireMfa(services, { accountId, mfaCode });
      await closeAccount(services, asker, proved);
      return {};
    },
  };
}

async function whatWouldEnd(services: Services, asker: Asker) {
  const { db, world } = services;
  const { accountId } = asker;
  const now = world.now();
  const [
    owned,
    coupons,
    sessions,
    bindings,
    pending,
    withdrawals,
    subAccounts,
    entries,
    staticIps,
    unlimitedPlans,
  ] = await Promise.all([
    balances(db, accountId),
    usableCoupons(db, accountId, now),
    listSessions(services, asker),
    bindingsOf(db, accountId),
    pendingPayments(db, accountId),
    pendingWithdrawals(db, accountId),
    liveSubAccounts(db, accountId),
    whitelistEntries(db, { accountId, now: new Date(now) }),
    countLiveOf(db, accountId),
    countLivePlans(db, accountId),
  ]);
  return {
    ...holdings(owned),
    profitCents: owned.profit,
    subAccounts,
    whitelistEntries: entries,
    staticIps,
    unlimitedPlans,
    coupons,
    sessions: sessions.length,
    linkedLogins: Object.values(bindings).filter(({ bound }) => bound).length,
    pendingPayments: pending,
    pendingWithdrawals: withdrawals,
  };
}
